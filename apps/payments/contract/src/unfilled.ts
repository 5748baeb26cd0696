import type { ProblemCode } from '@corridor/kernel';
import type { PaymentInstructionResource } from './records/index.js';

type Order = Pick<PaymentInstructionResource, 'sellCcyCode' | 'buyCcyCode'>;

/** What an instruction waits for, and what happens next, by the reason for which it was not filled. */
const texts: Partial<Record<ProblemCode, (order: Order) => string>> = {
  exposure_limit_exceeded: ({ sellCcyCode }) =>
    `the limit of unsettled conversions does not allow it. It is filled when money comes into the ${sellCcyCode} wallet, other conversions are settled, or the limit is raised.`,
  deal_limit_exceeded: () =>
    'it is above the limit of one conversion. It is filled when this limit is raised.',
  rate_unavailable: ({ sellCcyCode, buyCcyCode }) =>
    `there is no live rate of ${sellCcyCode} and ${buyCcyCode}: the market is closed, the last rate is too old, or trading is halted. It is filled when there is a rate again.`,
  price_moved: () =>
    'the price is worse than the indicative one by more than your client accepts. It is filled when `newPrice` is accepted, or when the market returns.',
  currency_not_sellable: ({ sellCcyCode }) =>
    `${sellCcyCode} cannot be sold now. It is filled when ${sellCcyCode} can be sold again.`,
  currency_not_buyable: ({ buyCcyCode }) =>
    `${buyCcyCode} cannot be bought now. It is filled when ${buyCcyCode} can be bought again.`,
  amount_not_convertible: () =>
    'at the current rate the other amount is too small or too large. It is filled when the rate allows it.',
  unavailable: () => 'there are no rates now. It is filled when there are rates again.',
};

/** For the client, who reads it as the reason of the status, and in the timeline. */
export const unfilledBecause = (reason: ProblemCode, order: Order): string =>
  `Not filled yet: ${texts[reason]?.(order) ?? 'it was declined. It is tried again.'}`;
