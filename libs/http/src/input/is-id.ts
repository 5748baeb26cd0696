import type { IdPrefix } from '@corridor/kernel';
import { check, issue, field, fine } from './field.js';

/** Begins with its prefix (interface-spec 2.1). Only the owning service knows whether such a record exists. */
export const IsId = (prefix: IdPrefix): PropertyDecorator => {
  const pattern = `^${prefix}_[0-9A-Za-z]{1,64}$`;
  const shape = new RegExp(pattern);
  const id = check({ type: 'string', pattern }, (value) =>
    typeof value === 'string' && shape.test(value)
      ? fine
      : issue('not_an_id', `Must be an id that begins with ${prefix}_.`),
  );
  return field(id);
};
