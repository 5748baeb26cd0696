import { money } from '@corridor/kernel';
import { german } from '../beneficiary/beneficiary.fixture.js';
import type { RailReport } from '../rail/payment-rail.js';
import { creditorOf } from './creditor.js';
import type { Request } from './submission.js';

export const requested: Request = {
  kind: 'PAYMENT',
  subjectId: 'pmt_01KAJNDRXV0123456789ABCDEF',
  client: { id: 'cli_01K00000000000000000000000', name: 'Test Client Ltd' },
  amount: money('EUR', 1000_50n),
  instructed: money('GBP', 860_43n),
  valueDate: '2026-11-23',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  orderingParty: 'Test Client Ltd',
  creditor: creditorOf(german),
  narrative: 'Invoice 4711',
  purposeCode: null,
};

/** What a bank says, under an id of its own. */
export const says = (status: RailReport['status'], more: Partial<RailReport> = {}): RailReport => ({
  reportId: `${status} ${JSON.stringify(more, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
  reference: '0123456789ABCDEF',
  status,
  reason: null,
  returned: null,
  bankReference: null,
  ...more,
});
