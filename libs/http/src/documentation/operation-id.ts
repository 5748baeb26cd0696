const OPERATION_ID = 'corridor:operation-id';
const SUMMARY = 'corridor:summary';

export function setOperation(handler: object, id: string, summary: string): void {
  Reflect.defineMetadata(OPERATION_ID, id, handler);
  Reflect.defineMetadata(SUMMARY, summary, handler);
}

export const operationIdOf = (handler: object): string | undefined =>
  Reflect.getMetadata(OPERATION_ID, handler) as string | undefined;

export const summaryOf = (handler: object): string => Reflect.getMetadata(SUMMARY, handler) as string;
