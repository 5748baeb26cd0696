import type { PaymentInstructionResource } from '@corridor/payments-contract';
import { fromResource } from '@corridor/kernel';
import type { Waiting } from '../approval/approval.js';

/** What a checker decides on. */
export const waitingFor = ({
  fixedSide,
  buyCcyCode,
  sellCcyCode,
  amount: value,
  auditHistory,
}: PaymentInstructionResource): Waiting => ({
  makerId: auditHistory.created.by?.id ?? null,
  amount: fromResource({ ccyCode: fixedSide === 'BUY' ? buyCcyCode : sellCcyCode, value }),
});
