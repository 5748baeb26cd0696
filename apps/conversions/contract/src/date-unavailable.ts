import { type Refusal, refuse } from '@corridor/kernel';

/**
 * The refusal of a value or payment date that is too far ahead.
 * @param pointer where the request has it: `#/valueDate`, `?PaymentDate`
 */
export function dateUnavailable(pointer: string): Refusal {
  const detail = 'Must be at most 12 months from today (UTC).';
  return refuse('payment_date_unavailable', detail, { errors: [{ pointer, code: 'too_late', detail }] });
}
