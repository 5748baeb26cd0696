import type { ProcessStep } from '@corridor/kernel';
import type { BeneficiarySummary } from '@corridor/payments-contract';
import { summaryOf } from '../beneficiary/summary.js';
import type { Grant } from '../covering.js';
import type { Event } from './event.js';

export interface SendStep extends ProcessStep<'send'> {
  readonly paymentId: string;
  /** The ledger also exchanges the conversion. */
  readonly isWhole: boolean;
  /** Who is paid; null if an earlier build made the request. */
  readonly beneficiary: BeneficiarySummary | null;
  /** Null if it needs no cover. */
  readonly grant: Grant | null;
  readonly awaitsCover: boolean;
}

type Asking = Event & {
  readonly type: 'cover_requested' | 'transfers_requested' | 'exchange_requested' | 'funds_requested';
};

/** A later request of the same step keeps what an earlier one has said. */
export function sendStepAfter(event: Asking, before: SendStep | null): SendStep {
  const { paymentId, beneficiary: to } = event;
  const beneficiary = to ? summaryOf(to) : (before?.beneficiary ?? null);
  const step = { command: 'send', paymentId, beneficiary } as const;
  if (event.type !== 'cover_requested')
    return {
      ...step,
      isWhole: event.type === 'transfers_requested',
      grant: before?.grant ?? null,
      awaitsCover: false,
    };
  const { coverId, amount } = event;
  return { ...step, isWhole: amount === null, grant: { coverId, paymentId }, awaitsCover: true };
}
