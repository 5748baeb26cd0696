import { money } from '@corridor/kernel';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { summaryOf } from '../beneficiary/summary.js';
import { type Terms, defaults } from './payment.js';

/** A payment of an instruction. */
export const terms: Terms = {
  ...defaults,
  reference: 'PMT-20261120-4F7KQ2',
  beneficiary: summaryOf(german),
  amount: money('EUR', 1000_50n),
  narrative: 'Invoice 4711',
  paymentDate: '2026-11-20',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  paymentInstructionId: 'pi_1',
  metadata: 'order 12',
};
