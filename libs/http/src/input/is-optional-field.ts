import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';

const optional = new WeakMap<object, Set<string>>();

/** May be missing or null; both reach the controller as null. */
export const IsOptionalField = (): PropertyDecorator => (target, property) => {
  IsOptional()(target, property);
  ApiProperty({ required: false, nullable: true })(target, property);
  const names = optional.get(target) ?? new Set<string>();
  optional.set(target, names.add(property as string));
};

/** Sets omitted optional fields of a validated input, and of its nested records, to null. */
export function fillOptional(input: object): void {
  const fields = input as Record<string, unknown>;
  for (const name of optionalFieldsOf(input)) fields[name] ??= null;
  for (const value of Object.values(fields)) {
    if (typeof value === 'object' && value !== null) fillOptional(value);
  }
}

/** Those of its class and its base classes. */
function optionalFieldsOf(input: object): string[] {
  const type = Object.getPrototypeOf(input) as object | null;
  return type ? [...(optional.get(type) ?? []), ...optionalFieldsOf(type)] : [];
}
