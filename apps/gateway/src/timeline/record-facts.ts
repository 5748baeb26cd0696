import type { Message } from '@corridor/contracts';
import { type MoneyResource, type ProblemCode, toResource } from '@corridor/kernel';

/** What the index keeps of the record that a message is about. Fields that the record does not have are missing. */
export interface RecordFacts {
  readonly id: string;
  readonly status: string;
  readonly subStatus?: string;
  readonly reason?: string | null;
  readonly amount?: MoneyResource;
  readonly sellAmount?: MoneyResource;
  readonly buyAmount?: MoneyResource;
  readonly returned?: MoneyResource | null;
  readonly valueDate?: string;
  readonly paymentDate?: string;
  readonly creditsOn?: string;
  /** Of inbound funds: from a linked account. */
  readonly isPulled?: boolean;
  /** Of the deposit of a conversion, or the approval that a checker has to give. */
  readonly awaits?: 'deposit' | 'authorisation';
  /** Why an instruction was not filled last. */
  readonly declined?: ProblemCode;
  /** Of a conversion, once it has been paid. */
  readonly deposit?: MoneyResource;
  readonly linkedPaymentId?: string | null;
  readonly linkedConversionId?: string | null;
  readonly linkedPaymentInstructionId?: string | null;
  /** Of a credit of the bank, once it is matched. */
  readonly inboundFundsId?: string;
}

/** A record in a message. */
type Resource = Extract<Message['data'], { readonly resource: object }>['resource'];

/** @returns null for a message that has no record */
export function factsOf({ type, data }: Message): RecordFacts | null {
  if (!('resource' in data)) return otherFactsOf({ type, data } as Message);
  const { resource } = data;
  const { id, status } = resource;
  const amount = amountOf(resource);
  const last = 'statusHistory' in resource ? resource.statusHistory.at(-1) : undefined;
  return {
    ...{ id, status },
    ...(last && 'subStatus' in last && { subStatus: last.subStatus }),
    ...(last && { reason: last.statusReason }),
    ...(amount && { amount }),
    ...amountsOf(resource),
    ...detailsOf(resource),
    ...awaitedBy(resource),
  };
}

/** Of a credit of the bank, and of a conversion that was not booked: messages about them have no `resource`. */
function otherFactsOf({ type, data }: Message): RecordFacts | null {
  switch (type) {
    case 'bank_credit.moved': {
      const { creditId: id, step: status, amount, returned } = data;
      return { id, status, amount: toResource(amount), returned: returned && toResource(returned) };
    }
    case 'bank_credit.matched': {
      const { credit, inboundFundsId } = data;
      return { id: credit.id, status: 'MATCHED', amount: credit.amount, inboundFundsId };
    }
    case 'conversions.booking_declined': {
      const { paymentInstructionId: id, reason: declined } = data;
      return id === null ? null : { id, status: 'ACKNOWLEDGED', declined };
    }
    case 'payments.submission_requested': {
      const { kind, subjectId: id, amount } = data;
      return kind === 'RETURN' ? { id, status: 'RETURNING', amount: toResource(amount) } : null;
    }
    default:
      return null;
  }
}

export const amountOf = (resource: Resource): MoneyResource | null =>
  'amount' in resource && typeof resource.amount === 'object' ? resource.amount : null;

/** What a conversion exchanges, or an instruction at its price. */
export function amountsOf(resource: Resource): Pick<RecordFacts, 'sellAmount' | 'buyAmount'> | null {
  const price = 'indicativePrice' in resource ? (resource.actualPrice ?? resource.indicativePrice) : resource;
  if (!price || !('sellAmount' in price)) return null;
  const { sellAmount, buyAmount } = price;
  return { sellAmount, buyAmount };
}

function detailsOf(resource: Resource): Partial<RecordFacts> {
  if ('failureReturnedAmount' in resource) {
    const { paymentDate, failureReturnedAmount: returned, linkedPaymentInstructionId } = resource;
    return { paymentDate, returned, linkedPaymentInstructionId };
  }
  if ('indicativePrice' in resource) {
    const { paymentDate, linkedPaymentId, linkedConversionId } = resource;
    return { paymentDate, linkedPaymentId, linkedConversionId };
  }
  if ('valueDate' in resource) return { valueDate: resource.valueDate };
  if (!('creditsOn' in resource)) return {};
  const { creditsOn, linkedFundingAccountId } = resource;
  return { creditsOn, ...(linkedFundingAccountId && { isPulled: true }) };
}

function awaitedBy(resource: Resource): Pick<RecordFacts, 'awaits' | 'deposit'> {
  if ('authorisation' in resource)
    return resource.authorisation?.status === 'AWAITING_AUTHORISATION' ? { awaits: 'authorisation' } : {};
  if (!('deposit' in resource)) return {};
  const { status, amount } = resource.deposit;
  if (status === 'AWAITING_DEPOSIT') return { awaits: 'deposit' };
  const { ccyCode, value } = amount;
  return status === 'DEPOSIT_RECEIVED' && ccyCode !== null ? { deposit: { ccyCode, value } } : {};
}
