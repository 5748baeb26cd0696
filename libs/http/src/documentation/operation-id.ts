const OPERATION_ID = 'corridor:operation-id';

export const setOperationId = (handler: object, id: string): void =>
  Reflect.defineMetadata(OPERATION_ID, id, handler);

export const operationIdOf = (handler: object): string | undefined =>
  Reflect.getMetadata(OPERATION_ID, handler) as string | undefined;
