import { spotDate } from '@corridor/calendars';
import { type Offer, dependsOnDate, refusedTrade } from '@corridor/conversions-contract';
import {
  type Aggregate,
  type CalendarDate,
  type ConversionOrder,
  type FieldIssue,
  type Refusal,
  type Timestamp,
  dateOf,
  decimalText,
  instantOf,
  lifecycleOf,
  refuse,
  timestamp,
} from '@corridor/kernel';
import type { Policy } from '@corridor/payments-contract';
import { type Pricing, pricingOf, requireAccepted } from '../conversion/pricing.js';

/**
 * A firm price: one conversion or payment instruction with these terms gets it, if it is created before the price expires
 * (production §5; an extension). It is used up by that creation, whatever becomes of the record.
 */
export const lifecycle = lifecycleOf('quote', {
  give: { from: ['NEW'], event: 'given', to: 'ACTIVE' },
  use: { from: ['ACTIVE'], event: 'used', to: 'USED' },
  expire: { from: ['ACTIVE'], event: 'expired', to: 'EXPIRED' },
});

/** How long a price is firm. */
export const VALID_MS = 60_000;

export type State = { readonly status: 'NEW' } | Given;

interface Given extends Terms {
  readonly status: 'ACTIVE' | 'USED' | 'EXPIRED';
  /** The conversion or payment instruction that used it. */
  readonly usedBy: string | null;
}

interface Terms extends Pricing {
  readonly clientId: string;
  readonly order: ConversionOrder;
  /** Null for any date, if the price does not depend on it. */
  readonly valueDate: CalendarDate | null;
  /** In the time of the client: its test clock can advance to it. */
  readonly expiresOn: Timestamp;
  /** The same in real time, which is when it expires at the latest. */
  readonly lapsesOn: Timestamp;
}

export type Event =
  | ({ readonly type: 'given' } & Terms)
  /** At its price. */
  | ({ readonly type: 'used'; readonly by: User } & Pricing)
  | { readonly type: 'expired' };

/** What uses a quote. */
export interface User {
  readonly type: 'CONVERSION' | 'PAYMENT_INSTRUCTION';
  readonly id: string;
}

export const firmQuote: Aggregate<State, Event> = {
  name: 'quote',
  stateVersion: 2,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'given') {
      const { type: _, ...terms } = event;
      return { ...terms, status: lifecycle.statusAfter(event), usedBy: null };
    }
    if (state.status === 'NEW') return state;
    const usedBy = event.type === 'used' ? event.by.id : state.usedBy;
    return { ...state, status: lifecycle.statusAfter(event), usedBy };
  },
  upcasters: { given: [withoutMargin], used: [withoutMargin] },
};

/** Before clients had margins. */
function withoutMargin(old: object) {
  return { margin: null, ...old };
}

export interface Request {
  readonly clientId: string;
  readonly order: ConversionOrder;
  readonly valueDate: CalendarDate | null;
  readonly market: Offer;
  readonly policy: Policy;
  /** The time of the client. */
  readonly now: Timestamp;
  readonly realNow: Timestamp;
}

/** @throws Refusal for the first of: value date in the past or too far ahead, rates, currencies, amount */
export function give(state: State, { market, policy, now, realNow, ...request }: Request): Event[] {
  lifecycle.requireStatus(state, 'give');
  if (request.valueDate) requireAccepted(request.valueDate, dateOf(now));
  const { order, valueDate: requested } = request;
  const pricing = pricingOf(order, market, null, { now, valueDate: requested });
  if (typeof pricing === 'string') throw refuse(pricing);
  const refused = refusedTrade(policy, order);
  if (refused) throw refuse(refused);
  // Otherwise the client could use it for the date for which it is too good.
  const valueDate = requested ?? (dependsOnDate(market, order) ? spotDate(order, dateOf(now)) : null);
  const [expiresOn, lapsesOn] = [now, realNow].map(validFrom) as [Timestamp, Timestamp];
  return [{ type: 'given', ...request, valueDate, ...pricing, expiresOn, lapsesOn }];
}

const validFrom = (now: Timestamp): Timestamp => timestamp(new Date(instantOf(now).getTime() + VALID_MS));

export interface Use {
  readonly by: User;
  readonly clientId: string;
  readonly order: ConversionOrder;
  /** The requested date; null if none is. */
  readonly date: CalendarDate | null;
  readonly now: Timestamp;
}

/** @throws Refusal of {@link objectionTo} */
export function use(state: State, wanted: Use): Event[] {
  const { quote, margin, price } = pricingFor(state, wanted);
  return usedBefore(state, wanted) ? [] : [{ type: 'used', by: wanted.by, quote, margin, price }];
}

/** The price of the quote. @throws Refusal of {@link objectionTo} */
export function pricingFor(state: State, wanted: Use): Pricing & Pick<Terms, 'valueDate'> {
  const objection = objectionTo(state, wanted);
  if (objection || state.status === 'NEW') throw objection ?? refuse('quote_not_found');
  return state;
}

/** Why a quote cannot be used; null if it can. A repeated use is the same use. */
export function objectionTo(state: State, wanted: Use): Refusal | null {
  if (state.status === 'NEW' || state.clientId !== wanted.clientId) return refuse('quote_not_found');
  if (usedBefore(state, wanted)) return null;
  if (state.status === 'USED') return refuse('quote_used', `The quote was used for ${state.usedBy}.`);
  if (state.status === 'EXPIRED' || wanted.now >= state.expiresOn)
    return refuse('quote_expired', `The quote expired on ${state.expiresOn}.`);
  const errors = differences(state, wanted);
  return errors.length > 0 ? refuse('quote_mismatch', undefined, { errors }) : null;
}

const usedBefore = (state: State, { by }: Use): boolean => state.status !== 'NEW' && state.usedBy === by.id;

function differences({ order, valueDate }: Given, { by, date, ...wanted }: Use): FieldIssue[] {
  const fields = ['sellCcyCode', 'buyCcyCode', 'fixedSide'] as const;
  const differing = fields
    .filter((field) => order[field] !== wanted.order[field])
    .map((field) => difference(`#/${field}`, order[field]));
  const dateField = by.type === 'CONVERSION' ? '#/valueDate' : '#/paymentDate';
  const isSameAmount = order.amount.minor === wanted.order.amount.minor;
  return [
    ...differing,
    ...(isSameAmount ? [] : [difference('#/amount', decimalText(order.amount))]),
    ...(valueDate && date && valueDate !== date ? [difference(dateField, valueDate)] : []),
  ];
}

const difference = (pointer: string, quoted: string): FieldIssue => ({
  pointer,
  code: 'differs_from_quote',
  detail: `Must be ${quoted}, as in the quote.`,
});

/** Of the calendar: when the time of the client, or real time, has reached its end. */
export function expire(
  state: State,
  { now, realNow }: { readonly now: Timestamp; readonly realNow: Timestamp },
): Event[] {
  if (!lifecycle.allows(state, 'expire')) return [];
  return now >= state.expiresOn || realNow >= state.lapsesOn ? [{ type: 'expired' }] : [];
}
