import type { Exchange } from '@corridor/conversions-contract';
import type { Money, Price, ProblemCode, Reference } from '@corridor/kernel';
import type { BeneficiaryResource, BeneficiarySummary } from '@corridor/payments-contract';
import type { ApprovalEvent } from '../approval/approval.js';
import type { Grant, NotSent } from '../covering.js';
import type { Stopped } from '../stop/stop.js';
import type { Booking, Priced, QuoteRefusal, Quoting, Terms } from './terms.js';

/** What happens to a payment instruction. */
export type Event =
  | ({ readonly type: 'quote_requested' } & Quoting)
  | ({ readonly type: 'quote_refused' } & QuoteRefusal)
  | ({ readonly type: 'created' } & Terms)
  | { readonly type: 'fee_set'; readonly fee: Money | null }
  | ApprovalEvent
  | { readonly type: 'acknowledged' }
  | ({ readonly type: 'booking_requested' } & Booking)
  | {
      readonly type: 'filled';
      readonly price: Price;
      readonly conversionId: string | null;
      /** Of the conversion; null without one, and in events of earlier builds. */
      readonly conversionReference: string | null;
    }
  | {
      readonly type: 'fill_declined';
      readonly reason: ProblemCode;
      /** What is worse than the client accepts; otherwise null. */
      readonly priced: Priced | null;
    }
  | { readonly type: 'price_accepted'; readonly priced: Priced }
  | {
      readonly type: 'price_approved';
      readonly priced: Priced;
      /** The dealer; null for a key of the company. */
      readonly by: Reference | null;
      readonly reason: string;
    }
  | ({
      readonly type: 'cover_requested';
      /** From the wallet; null if the conversion brings it, and only the fee is taken from what was there. */
      readonly amount: Money | null;
      /** The beneficiary to be paid. */
      readonly beneficiary: BeneficiaryResource;
    } & Grant)
  | {
      readonly type: 'transfers_requested';
      readonly exchange: Exchange;
      readonly paymentId: string;
      /** The beneficiary to be paid. */
      readonly beneficiary: BeneficiaryResource;
    }
  | {
      readonly type: 'exchange_requested';
      readonly conversionId: string;
      readonly paymentId: string;
      /** The beneficiary to be paid; null in events of earlier builds. */
      readonly beneficiary: BeneficiaryResource | null;
    }
  | { readonly type: 'exchanged' }
  /** While the ledger was asked to exchange it: the outcome there counts. */
  | { readonly type: 'conversion_cancelled' }
  | {
      readonly type: 'funds_requested';
      readonly paymentId: string;
      readonly amount: Money;
      /** The beneficiary to be paid; null if the preceding exchange has named it. */
      readonly beneficiary: BeneficiaryResource | null;
    }
  | NotSent
  | {
      readonly type: 'sent';
      readonly paymentId: string;
      /** Who was paid; null in events of earlier builds. */
      readonly beneficiary: BeneficiarySummary | null;
    }
  | Stopped
  | { readonly type: 'price_declined' | 'cancelled' | 'rejected' | 'failed'; readonly reason: string };
