import { type Message, message } from '@corridor/contracts';
import { type Payout, exchangeTransfer } from '@corridor/conversions-contract';
import type { RelatedEntity, TransferRequest } from '@corridor/ledger-contract';
import type {
  ConversionPayment,
  PaymentInstructionResource,
  PaymentResource,
} from '@corridor/payments-contract';
import type { Recorded } from '@corridor/event-store';
import { type Money, fromResource, lowercase, negate, referenceOf, toResource } from '@corridor/kernel';
import type * as Beneficiary from './beneficiary/beneficiary.js';
import { snapshotOf } from './beneficiary/beneficiary.view.js';
import { summaryOf as beneficiarySummaryOf } from './beneficiary/summary.js';
import { waitsSince } from './payment-instruction/new-price.js';
import * as PaymentInstruction from './payment-instruction/payment-instruction.js';
import { snapshotIdOf } from './payment/payment-order.js';
import type { Grant, NotSent } from './covering.js';
import { submissionIdOf } from './submission/submission.js';
import { type Event as PaymentEvent, type Return, feeOf, lifecycle, returnOf } from './payment/payment.js';

/** Who is paid is read from here: it is for this service alone. */
export function publishBeneficiary({ streamId, event }: Recorded<Beneficiary.Event>): Message | null {
  if (event.type === 'archived') return null;
  const { displayName } = event.details;
  return message(`beneficiary.${event.type}`, { beneficiaryId: streamId, displayName });
}

/** @param row the instruction after the event; null until it is created */
export function publishPaymentInstruction(
  { streamId, event, occurredOn, caller }: Recorded<PaymentInstruction.Event>,
  row: PaymentInstructionResource,
): Message | null {
  const { lifecycle } = PaymentInstruction;
  if (lifecycle.changesStatus(event))
    return message(`payment_instruction.${lowercase(lifecycle.statusAfter(event))}`, { resource: row });
  switch (event.type) {
    case 'quote_requested': {
      const { quoteId, order, paymentDate } = event;
      const use = { quoteId, paymentInstructionId: streamId, order, paymentDate };
      return message('conversions.quote_use_requested', use);
    }
    case 'booking_requested': {
      const { conversionId, order, quote, margin, worst, valueDate } = event;
      const { id: paymentInstructionId, metadata } = row;
      const booking = {
        ...{ conversionId, order, quote, margin, worst, valueDate },
        ...{ paymentInstructionId, metadata },
      };
      return message('conversions.booking_requested', booking);
    }
    case 'cover_requested':
      return coverRequest(event, streamId, row.fee);
    case 'transfers_requested': {
      const { exchange, paymentId, beneficiary } = event;
      const funds = { amount: exchange.buyAmount, beneficiary };
      return message('ledger.transfers_requested', {
        // What is bought is held, so that nobody counts it as money of the client for a moment.
        transfers: [
          exchangeTransfer(exchange, caller.environment === 'PRODUCTION' ? paymentId : null),
          ...transfersOf(paymentId, funds, row),
        ],
        payment: paymentOf(event, row),
      });
    }
    case 'exchange_requested':
      return message('conversions.exchange_requested', {
        conversionId: event.conversionId,
        // A payment that its fee can decline would leave the money held for it.
        holdFor: row.fee ? null : event.paymentId,
      });
    case 'funds_requested':
      return fundsRequest(event.paymentId, event, row);
    case 'fill_declined':
      return waitsSince(occurredOn, row)
        ? message('payment_instruction.acknowledged', { resource: row })
        : null;
    case 'quote_refused':
    case 'fee_set':
    case 'exchanged':
    case 'conversion_cancelled':
    case 'price_accepted':
    case 'price_approved':
      return null;
    case 'send_declined':
      return releaseOf(event);
  }
}

/** What leaves the wallets that the conversion of the payment does not bring. */
function coverRequest(
  { coverId, paymentId, amount }: Grant & { readonly amount: Money | null },
  paymentInstructionId: string | null,
  fee: PaymentResource['fee'],
): Message {
  const payouts: Payout[] = [
    ...(amount ? [{ action: 'PAYMENT', amount } as const] : []),
    ...(fee ? [{ action: 'PAYMENT_FEE', amount: fromResource(fee) } as const] : []),
  ];
  return message('conversions.cover_requested', { coverId, paymentId, paymentInstructionId, payouts });
}

const releaseOf = ({ released }: NotSent): Message | null =>
  released ? message('conversions.cover_released', released) : null;

/** The payment as its conversion will show it. */
function paymentOf(
  { paymentId, exchange, beneficiary }: PaymentInstruction.Event & { type: 'transfers_requested' },
  { fee, narrative, paymentType, paymentDate, chargeType }: PaymentInstructionResource,
): ConversionPayment {
  return {
    id: paymentId,
    reference: referenceOf(paymentId),
    beneficiary: beneficiarySummaryOf(beneficiary),
    beneficiarySnapshot: beneficiarySummaryOf(snapshotOf(beneficiary, snapshotIdOf(paymentId))),
    narrative,
    paymentType,
    paymentDate,
    chargeType,
    amount: toResource(exchange.buyAmount),
    fee,
    failureReturnedAmount: null,
    status: 'SENT',
  };
}

interface Funds {
  readonly amount: Money;
  /** The current payee, even if the row has another; null if an earlier request has named it. */
  readonly beneficiary: { readonly displayName: string } | null;
}

type Paid = Pick<PaymentResource, 'beneficiary' | 'narrative' | 'fee'>;

/** The money of a payment and its fee: both or neither. */
function fundsRequest(paymentId: string, funds: Funds, row: Paid): Message {
  const transfers = transfersOf(paymentId, funds, row);
  return transfers.length === 1
    ? message('ledger.transfer_requested', transfers[0])
    : message('ledger.transfers_requested', { transfers, payment: null });
}

/** From the client's wallet to the settlement account with the banks; its fee, if it has one, from the wallet of its currency. */
function transfersOf(
  paymentId: string,
  { amount, beneficiary }: Funds,
  row: Paid,
): [TransferRequest, ...TransferRequest[]] {
  const { displayName } = beneficiary ?? row.beneficiary;
  const payment: TransferRequest = {
    transferId: paymentId,
    action: 'PAYMENT',
    reason: row.narrative,
    relatedEntity: entityOf(paymentId, `Payment to ${displayName}`),
    entries: [
      { account: 'wallet', amount: negate(amount) },
      { account: 'settlement', amount },
    ],
    holdFor: null,
    excludes: null,
  };
  if (!row.fee) return [payment];
  const fee = fromResource(row.fee);
  return [
    payment,
    {
      transferId: feeOf(paymentId),
      action: 'PAYMENT_FEE',
      reason: 'Fee',
      relatedEntity: entityOf(paymentId, `Fee of the payment to ${displayName}`),
      entries: [
        { account: 'wallet', amount: negate(fee) },
        { account: 'fees', amount: fee },
      ],
      holdFor: null,
      excludes: null,
    },
  ];
}

/** And back: what the banks have kept of it has left, and stays there. */
const returnTransferOf = (
  paymentId: string,
  { returned, reason, number }: Return,
  { beneficiary }: PaymentResource,
): TransferRequest => ({
  transferId: returnOf(paymentId, number),
  action: 'PAYMENT_FAILURE',
  reason,
  relatedEntity: entityOf(paymentId, `Return of the payment to ${beneficiary.displayName}`),
  entries: [
    { account: 'settlement', amount: negate(returned) },
    { account: 'wallet', amount: returned },
  ],
  holdFor: null,
  excludes: null,
});

const entityOf = (id: string, description: string): RelatedEntity => ({
  id,
  type: 'PAYMENT',
  reference: referenceOf(id),
  details: { description },
});

/** @param row the payment after the event */
export function publishPayment(
  { streamId, event }: Recorded<PaymentEvent>,
  row: PaymentResource,
): Message | null {
  const resource = withoutBankDetails(row);
  switch (event.type) {
    case 'created':
    case 'authorisation_required':
    case 'approved':
    case 'refused':
    case 'authorised':
    case 'suspended':
    case 'released':
    case 'cancelled':
      return message(`payment.${lowercase(lifecycle.statusAfter(event))}`, { resource });
    case 'cover_requested':
      return coverRequest(event, null, row.fee);
    case 'send_declined':
      return releaseOf(event);
    case 'funds_requested':
      return fundsRequest(streamId, event, row);
    case 'sent': {
      const { conversionId, isLinked } = event;
      return message('payment.sent', { resource, conversionId, isLinked, summary: summaryOf(row) });
    }
    case 'postponed': {
      const { conversionId } = event;
      return message('payment.sent', { resource, conversionId, isLinked: true, summary: summaryOf(row) });
    }
    case 'submission_requested':
      return submissionRequest(streamId, event, row);
    case 'return_requested':
      return message('ledger.transfer_requested', returnTransferOf(streamId, event, row));
    case 'stopped':
      return message('payment.failed', { resource, conversionId: null, summary: summaryOf(row) });
    case 'failed':
    case 'more_returned': {
      const { conversionId } = event;
      return message('payment.failed', { resource, conversionId, summary: summaryOf(row) });
    }
    case 'completed':
      return message('payment.completed', { resource });
    default:
      return unpublished(event);
  }
}

/** What no other service needs to know. */
const unpublished = (
  _: PaymentEvent & {
    readonly type: 'fee_set' | 'swift_moved' | 'accepted' | 'return_declined' | 'failure_noted';
  },
): null => null;

const submissionRequest = (
  paymentId: string,
  { valueDate, instructed, creditor }: PaymentEvent & { type: 'submission_requested' },
  { client, amount, paymentType, chargeType, narrative, purposeCode }: PaymentResource,
): Message =>
  message('payments.submission_requested', {
    submissionId: submissionIdOf(paymentId),
    kind: 'PAYMENT',
    subjectId: paymentId,
    client,
    amount: fromResource(amount),
    instructed,
    valueDate,
    paymentType,
    chargeType,
    orderingParty: client.name,
    creditor,
    narrative,
    purposeCode,
  });

/** The SWIFT message names the beneficiary's account. */
const withoutBankDetails = (row: PaymentResource): PaymentResource => ({ ...row, swiftSubmission: null });

const summaryOf = (row: PaymentResource): ConversionPayment => ({
  id: row.id,
  reference: row.reference,
  beneficiary: row.beneficiary,
  beneficiarySnapshot: row.beneficiarySnapshot,
  narrative: row.narrative,
  paymentType: row.paymentType,
  paymentDate: row.paymentDate,
  chargeType: row.chargeType,
  amount: row.amount,
  fee: row.fee,
  failureReturnedAmount: row.failureReturnedAmount,
  status: row.status,
});
