import { type FieldFault, refuse } from '@corridor/kernel';

/** What instructions and payments have against a request alike. */

export const paymentDatePassed: FieldFault = {
  pointer: '#/paymentDate',
  code: 'in_the_past',
  detail: 'Must be today (UTC) or later.',
};

export const noChargeType: FieldFault = {
  pointer: '#/chargeType',
  code: 'not_allowed',
  detail: 'A REGULAR payment has no charge type.',
};

export const required = (pointer: string, when: string): FieldFault => ({
  pointer,
  code: 'required',
  detail: `This field is required ${when}.`,
});

/** The refusal of a request that would be sound but for this. */
export const invalid = (fault: FieldFault) =>
  refuse('invalid_request', `${fault.pointer}: ${fault.detail}`, { errors: [fault] });
