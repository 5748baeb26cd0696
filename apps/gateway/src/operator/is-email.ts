import { check, issue, field, fine, isStorable } from '@corridor/http';

const SHAPE = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;

export const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && SHAPE.test(value) && isStorable(value);

const email = check({ type: 'string', maxLength: 254, pattern: SHAPE.source }, (value) =>
  isEmail(value) ? fine : issue('not_an_email', 'Must be an email address.'),
);

export const IsEmail = (): PropertyDecorator => field(email);
