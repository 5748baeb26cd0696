import { check, issue, field, fine } from './field.js';

/** `true` or `false`, not a string or number that represents one. */
export const IsFlag = (): PropertyDecorator => field(flag);

const flag = check({ type: 'boolean' }, (value) =>
  typeof value === 'boolean' ? fine : issue('not_a_boolean', 'Must be true or false.'),
);
