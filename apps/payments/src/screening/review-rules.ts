import {
  type Aggregate,
  type Money,
  type MoneyResource,
  type Quote,
  fromResource,
  isWorthMore,
  moneyText,
} from '@corridor/kernel';
import type { schemas } from '@corridor/payments-contract';
import type { ScreeningSubject } from '@corridor/screening';

export type RiskRating = (typeof schemas.ratings)[number];

/** Whom staff look at although no list has them (production.md §4). Each version replaces the one before. */
export interface ReviewRules {
  /** Of the client, the sender, or who is paid and its bank. */
  readonly countries: readonly string[];
  /** Payments of more than that, in any currency. Null: of no amount. */
  readonly paymentsAbove: MoneyResource | null;
  /** Payments to a beneficiary before one to it was sent. */
  readonly firstPayments: boolean;
  /** Payments of clients with these ratings. */
  readonly riskRatings: readonly RiskRating[];
}

/** Nothing, until staff set rules. */
export const noRules: ReviewRules = {
  countries: [],
  paymentsAbove: null,
  firstPayments: false,
  riskRatings: [],
};

/** The first versions had no ratings. */
export type Event = { readonly type: 'review_rules_set' } & Omit<ReviewRules, 'riskRatings'> &
  Partial<Pick<ReviewRules, 'riskRatings'>>;

export const reviewRules: Aggregate<ReviewRules, Event> = {
  name: 'review_rules',
  stateVersion: 2,
  initial: noRules,
  evolve: (_, { type: __, ...rules }) => ({ ...noRules, ...rules }),
};

/** The one stream. */
export const RULES = 'review-rules';

export const setRules =
  (rules: ReviewRules) =>
  (_: ReviewRules): Event[] => [{ type: 'review_rules_set', ...rules }];

/** What is paid. */
export interface Order {
  /** Null before it has a price. */
  readonly amount: Money | null;
  /** No payment to the beneficiary was sent. */
  readonly isFirst: boolean;
  /** Of the client that pays. */
  readonly riskRating: RiskRating | null;
}

/** Why somebody has to look at it. @param order of an instruction or a payment; null for others */
export function reasonsFor(
  { countries, paymentsAbove, firstPayments, riskRatings }: ReviewRules,
  subject: Pick<ScreeningSubject, 'countries'>,
  order: Order | null,
  quotes: readonly Quote[],
): string[] {
  const chosen = subject.countries.filter((one) => countries.includes(one));
  const reasons = chosen.length > 0 ? [`Country: ${chosen.join(', ')}`] : [];
  if (!order) return reasons;
  const limit = paymentsAbove && fromResource(paymentsAbove);
  if (limit && isMore(order.amount, limit, quotes)) reasons.push(`Amount above ${moneyText(limit)}`);
  if (firstPayments && order.isFirst) reasons.push('First payment to the beneficiary');
  if (order.riskRating !== null && riskRatings.includes(order.riskRating))
    reasons.push(`Risk rating of the client: ${order.riskRating}`);
  return reasons;
}

/** Also if there is no rate to tell. */
const isMore = (amount: Money | null, limit: Money, quotes: readonly Quote[]): boolean =>
  amount === null || (isWorthMore(amount, limit, quotes) ?? true);
