import { check, issue, field, fine } from './field.js';

/**
 * A JSON number above zero. How many decimals it may have depends on its currency: `amountOf`.
 */
export const IsAmount = (): PropertyDecorator => field('isAmount', amount);

const amount = check({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1e12 }, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return issue('not_a_number', 'Must be a JSON number.');
  }
  return value > 0 ? fine : issue('not_positive', 'Must be greater than zero.');
});
