import 'reflect-metadata';
import { type Check, check, issue, field, fine } from './field.js';

export interface ListLength {
  readonly max: number;
  /** Default 0. */
  readonly min?: number;
  /** Rejects duplicate items. */
  readonly unique?: boolean;
}

/** A list whose items each pass `check`: `@IsList(text({ max: 140 }), { max: 5 })`. */
export function list(item: Check, { max, min = 0, unique = false }: ListLength): Check {
  const schema = {
    ...(min > 0 && { minItems: min }),
    maxItems: max,
    ...(unique && { uniqueItems: true }),
    items: item.schema,
  };
  return check({ type: 'array', ...schema }, (value) => {
    if (!Array.isArray(value)) return issue('not_a_list', 'Must be an array.');
    if (value.length > max) return issue('too_many', `At most ${max} items.`);
    if (value.length < min) return issue('too_few', `At least ${min} item${min === 1 ? '' : 's'}.`);
    if (unique && new Set(value).size < value.length)
      return issue('not_unique', 'An item occurs twice in the list.');
    const issues = value.flatMap((one, index) =>
      item(one).map((found) => ({ ...found, at: `/${index}${found.at ?? ''}` })),
    );
    return issues.length === 0 ? fine : issues;
  });
}

const LIST = 'corridor:list';

export const IsList = (item: Check, length: ListLength): PropertyDecorator => {
  const decorate = field(list(item, length));
  return (target, property) => {
    decorate(target, property);
    Reflect.defineMetadata(LIST, true, target, property);
  };
};

/** Whether a query parameter of this name can be repeated. */
export const isList = (input: object, property: string): boolean =>
  Reflect.hasMetadata(LIST, input, property);
