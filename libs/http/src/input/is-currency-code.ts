import { isCurrency } from '@corridor/kernel';
import { type Check, fault, field, fine } from './field.js';

export const currencyCode: Check = (value) =>
  typeof value === 'string' && isCurrency(value)
    ? fine
    : fault('unknown_currency', 'Must be an ISO 4217 currency code in upper case, such as EUR.');

export const IsCurrencyCode = (): PropertyDecorator => field('isCurrencyCode', currencyCode);
