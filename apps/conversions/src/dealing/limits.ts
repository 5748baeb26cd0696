import {
  type Aggregate,
  type Environment,
  type Money,
  type Quote,
  Refusal,
  decimalText,
  money,
  moneyText,
  refuse,
} from '@corridor/kernel';
import { Decimal } from 'decimal.js';

/** Limits of dealing (production §5, ADR 44), in EUR: every currency is quoted against it. */
export const LIMIT_CCY = 'EUR';

/** Those of a client, or of all clients without their own. In whole EUR. */
export interface OwnLimits {
  /** What a client may owe: the sold amounts of its open conversions that its wallets do not have. Null: no own limit. */
  readonly clientExposure: number | null;
  /** The value of one conversion. Null: no own limit. */
  readonly maximumDeal: number | null;
  readonly deposits: DepositPolicy;
}

/** What is deposited for a forward: a conversion that settles after the spot date. Null: as for all clients; for all: none. */
export interface DepositPolicy {
  /** Of the sold amount; 0 for no deposit. */
  readonly percent: number | null;
  /** How long it can be paid; {@link DEPOSIT_HOURS} if nobody has said. */
  readonly hours: number | null;
  /** A loss at the market that is above so much of the deposit requires a further one; 0 for never. */
  readonly topUpPercent: number | null;
}

export const DEPOSIT_HOURS = 24;
export const NO_DEPOSITS: DepositPolicy = { percent: null, hours: null, topUpPercent: null };

export interface Limits extends OwnLimits {
  /** Of the sold amounts of all open conversions of all clients. Null for none. */
  readonly totalExposure: number | null;
}

export interface State {
  readonly limits: Limits | null;
}

export interface Event extends Limits {
  readonly type: 'limits_set';
  /** Null for those of all clients. */
  readonly clientId: string | null;
}

export const dealingLimits: Aggregate<State, Event> = {
  name: 'dealing_limits',
  stateVersion: 2,
  initial: { limits: null },
  evolve: (_, { clientExposure, maximumDeal, totalExposure, deposits }) => ({
    limits: { clientExposure, maximumDeal, totalExposure, deposits },
  }),
  upcasters: { limits_set: [(old: object) => ({ deposits: NO_DEPOSITS, ...old })] },
};

/** The stream of the limits of all clients, and of those of one. */
export const OF_ALL = 'limits';
export const limitsOf = (clientId: string): string => `${OF_ALL}/${clientId}`;

export const setLimits =
  (clientId: string | null, limits: Limits) =>
  (_: State): Event[] => [{ type: 'limits_set', clientId, ...limits }];

/** Those of the client first, then those of all. */
export const limitsInForce = (all: Limits, own: OwnLimits | null): Limits => ({
  clientExposure: own?.clientExposure ?? all.clientExposure,
  maximumDeal: own?.maximumDeal ?? all.maximumDeal,
  totalExposure: all.totalExposure,
  deposits: {
    percent: own?.deposits.percent ?? all.deposits.percent,
    hours: own?.deposits.hours ?? all.deposits.hours,
    topUpPercent: own?.deposits.topUpPercent ?? all.deposits.topUpPercent,
  },
});

export const isLimited = ({ clientExposure, maximumDeal, totalExposure }: Limits): boolean =>
  [clientExposure, maximumDeal, totalExposure].some((one) => one !== null);

/** In PRODUCTION a client has no credit until staff grant it; in the SANDBOX nothing is limited unless staff say so. */
export const initialLimits = (environment: Environment): Limits => ({
  clientExposure: environment === 'PRODUCTION' ? 0 : null,
  maximumDeal: null,
  totalExposure: null,
  deposits: NO_DEPOSITS,
});

/** Beyond the limit of all clients together: its figures are for staff. */
export class BeyondTotal extends Refusal {
  constructor(readonly figures: string) {
    super('exposure_limit_exceeded');
  }
}

/** By currency, in minor units. */
export type Sums = Readonly<Record<string, bigint>>;

/** What open conversions sell, before another one. */
export interface Standing {
  /** By the client, without received deposits. */
  readonly open: Sums;
  /** In the wallets of the client. */
  readonly funds: Sums;
  /** By all clients; empty unless that is limited. */
  readonly total: Sums;
}

/** @returns why the amount cannot be sold as well; null if it can */
export function objectionTo(
  sold: Money,
  limits: Limits,
  standing: Standing,
  market: readonly Quote[],
): Refusal | null {
  const { clientExposure, maximumDeal, totalExposure } = limits;
  const deal = valueOf({ [sold.ccyCode]: sold.minor }, market);
  if (deal === null) return refuse('unavailable');
  if (isAbove(deal, maximumDeal))
    return refuse(
      'deal_limit_exceeded',
      `It is worth ${worth(deal)}; the limit of one conversion is ${textOf(maximumDeal)}.`,
    );
  const open = plus(standing.open, sold);
  const owed = uncovered(open, standing.funds);
  const exposure = valueOf(owed, market);
  if (clientExposure !== null && (exposure === null || isAbove(exposure, clientExposure)))
    return refuse(
      'exposure_limit_exceeded',
      clientExposure === 0
        ? shortOf(open, owed)
        : `The client would owe ${worth(exposure)} for unsettled conversions; its limit is ${textOf(clientExposure)}.`,
    );
  if (totalExposure === null) return null;
  const total = valueOf(plus(standing.total, sold), market);
  if (total !== null && !isAbove(total, totalExposure)) return null;
  return new BeyondTotal(
    `Unsettled conversions of all clients would be worth ${worth(total)}; their limit is ${textOf(totalExposure)}.`,
  );
}

/** What of a balance booked conversions need, and what of it can leave. */
export interface Needed {
  readonly needed: Money;
  readonly payable: Money;
}

/**
 * Whether amounts can leave the wallets of a client: what covers its open conversions stays, as far as its credit does not reach.
 * @returns null if they can
 */
export function neededOf(
  payouts: readonly Money[],
  { clientExposure }: Pick<Limits, 'clientExposure'>,
  { open, funds }: Pick<Standing, 'open' | 'funds'>,
  market: readonly Quote[],
): Needed | null {
  if (clientExposure === null) return null;
  const left = payouts.reduce((sums, { ccyCode, minor }) => plus(sums, money(ccyCode, -minor)), funds);
  const touched = payouts.find(({ ccyCode }) => isNeeded(ccyCode, open, left));
  if (!touched) return null;
  const exposure = valueOf(uncovered(open, left), market);
  if (exposure && !isAbove(exposure, clientExposure)) return null;
  const { ccyCode } = touched;
  const balance = positive(funds[ccyCode] ?? 0n);
  const free = positive(balance - (open[ccyCode] ?? 0n));
  const now = valueOf(uncovered(open, funds), market);
  const credit = now ? positive(BigInt(clientExposure) * 100n - now.minor) : 0n;
  const more = inCcy(ccyCode, credit, market);
  const payable = free + more < balance ? free + more : balance;
  return { needed: money(ccyCode, balance - payable), payable: money(ccyCode, payable) };
}

const isNeeded = (ccyCode: string, open: Sums, left: Sums): boolean => {
  const sold = open[ccyCode] ?? 0n;
  return sold > 0n && (left[ccyCode] ?? 0n) < sold;
};

const positive = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

/** What the wallets do not have. */
export const uncovered = (open: Sums, funds: Sums): Sums =>
  Object.fromEntries(
    Object.entries(open).map(([ccyCode, minor]) => [
      ccyCode,
      positive(minor - positive(funds[ccyCode] ?? 0n)),
    ]),
  );

export const plus = (sums: Sums, { ccyCode, minor }: Money): Sums => ({
  ...sums,
  [ccyCode]: (sums[ccyCode] ?? 0n) + minor,
});

const Exact = Decimal.clone({ precision: 60 });

/** In EUR at the mid of the market, rounded up. @returns null if a currency is not quoted */
export function valueOf(sums: Sums, market: readonly Quote[]): Money | null {
  let value = new Exact(0);
  for (const [ccyCode, minor] of Object.entries(sums)) {
    if (minor === 0n) continue;
    const mid = midOf(ccyCode, market);
    if (mid === undefined) return null;
    value = value.plus(new Exact(decimalText(money(ccyCode, minor))).div(mid));
  }
  return money(LIMIT_CCY, BigInt(value.times(100).toFixed(0, Decimal.ROUND_CEIL)));
}

/** Of an amount in EUR, rounded down; nothing if the currency is not quoted. */
function inCcy(ccyCode: string, euroMinor: bigint, market: readonly Quote[]): bigint {
  const mid = midOf(ccyCode, market);
  if (mid === undefined) return 0n;
  const smallest = decimalText(money(ccyCode, 1n));
  return BigInt(
    new Exact(decimalText(money(LIMIT_CCY, euroMinor)))
      .times(mid)
      .div(smallest)
      .toFixed(0, Decimal.ROUND_FLOOR),
  );
}

const midOf = (ccyCode: string, market: readonly Quote[]): string | undefined =>
  ccyCode === LIMIT_CCY ? '1' : market.find(({ quote }) => quote === ccyCode)?.mid;

const isAbove = ({ minor }: Money, limit: number | null): limit is number =>
  limit !== null && minor > BigInt(limit) * 100n;

/** To a client without credit: what its wallets do not have. */
const shortOf = (open: Sums, owed: Sums): string =>
  Object.entries(owed)
    .filter(([, minor]) => minor > 0n)
    .map(([ccyCode, minor]) => {
      const [needed, missing] = [open[ccyCode] ?? 0n, minor].map((one) => moneyText(money(ccyCode, one)));
      return `There is not enough ${ccyCode}: unsettled conversions and this one need ${needed}, and ${missing} of it is missing in the wallet.`;
    })
    .join(' ');

const worth = (value: Money | null): string => (value ? moneyText(value) : 'an unknown amount');
const textOf = (limit: number): string => moneyText(money(LIMIT_CCY, BigInt(limit) * 100n));
