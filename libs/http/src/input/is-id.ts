import type { IdPrefix } from '@corridor/kernel';
import { fault, field, fine } from './field.js';

/** Begins with its prefix (interface-spec 2.1). Whether such a record exists is the owner's to say. */
export const IsId = (prefix: IdPrefix): PropertyDecorator => {
  const shape = new RegExp(`^${prefix}_[0-9A-Za-z]{1,64}$`);
  return field('isId', (value) =>
    typeof value === 'string' && shape.test(value)
      ? fine
      : fault('not_an_id', `Must be an id that begins with ${prefix}_.`),
  );
};
