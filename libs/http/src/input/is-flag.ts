import { check, issue, field, fine } from './field.js';

/** `true` or `false`, not a text or number that stands for one. */
export const IsFlag = (): PropertyDecorator => field('isFlag', flag);

const flag = check({ type: 'boolean' }, (value) =>
  typeof value === 'boolean' ? fine : issue('not_a_boolean', 'Must be true or false.'),
);
