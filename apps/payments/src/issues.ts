import { type FieldIssue, refuse } from '@corridor/kernel';

/** Issues that instructions and payments share. */

export const paymentDatePassed: FieldIssue = {
  pointer: '#/paymentDate',
  code: 'in_the_past',
  detail: 'Must be today (UTC) or later.',
};

export const noChargeType: FieldIssue = {
  pointer: '#/chargeType',
  code: 'not_allowed',
  detail: 'A REGULAR payment has no charge type.',
};

export const required = (pointer: string, when: string): FieldIssue => ({
  pointer,
  code: 'required',
  detail: `This field is required ${when}.`,
});

/** The refusal of a request with a single issue. */
export const invalid = (issue: FieldIssue) =>
  refuse('invalid_request', `${issue.pointer}: ${issue.detail}`, { errors: [issue] });
