import { IsOptional } from 'class-validator';

const optional = new WeakMap<object, Set<string>>();

/** May be missing or null; both reach the controller as null. */
export const IsOptionalField = (): PropertyDecorator => (target, property) => {
  IsOptional()(target, property);
  const names = optional.get(target) ?? new Set<string>();
  optional.set(target, names.add(property as string));
};

/** Sets the optional fields of a checked input that were left out to null. */
export function fillOptional(input: object): void {
  for (
    let type = Object.getPrototypeOf(input) as object | null;
    type;
    type = Object.getPrototypeOf(type) as object | null
  ) {
    for (const name of optional.get(type) ?? []) {
      const fields = input as Record<string, unknown>;
      fields[name] ??= null;
    }
  }
  for (const value of Object.values(input)) {
    if (typeof value === 'object' && value !== null && value.constructor !== Object) fillOptional(value);
  }
}
