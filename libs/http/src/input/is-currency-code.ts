import { isCurrency } from '@corridor/kernel';
import { check, issue, field, fine } from './field.js';

export const currencyCode = check(
  { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code.', examples: ['EUR'] },
  (value) =>
    typeof value === 'string' && isCurrency(value)
      ? fine
      : issue('unknown_currency', 'Must be an ISO 4217 currency code in upper case, such as EUR.'),
);

export const IsCurrencyCode = (): PropertyDecorator => field(currencyCode);
