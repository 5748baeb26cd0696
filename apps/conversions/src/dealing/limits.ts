import {
  type Aggregate,
  type Environment,
  type Money,
  type Quote,
  type Refusal,
  decimalText,
  money,
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
    return refuse('deal_limit_exceeded', `The limit of one conversion is ${textOf(maximumDeal)}.`);
  const exposure = valueOf(uncovered(plus(standing.open, sold), standing.funds), market);
  if (clientExposure !== null && (exposure === null || isAbove(exposure, clientExposure)))
    return refuse(
      'exposure_limit_exceeded',
      `The limit of unsettled conversions is ${textOf(clientExposure)}.`,
    );
  if (totalExposure === null) return null;
  const total = valueOf(plus(standing.total, sold), market);
  return total === null || isAbove(total, totalExposure) ? refuse('exposure_limit_exceeded') : null;
}

/** What the wallets do not have. */
export const uncovered = (open: Sums, funds: Sums): Sums =>
  Object.fromEntries(
    Object.entries(open).map(([ccyCode, minor]) => {
      const rest = minor - (funds[ccyCode] ?? 0n);
      return [ccyCode, rest > 0n ? rest : 0n];
    }),
  );

const plus = (sums: Sums, { ccyCode, minor }: Money): Sums => ({
  ...sums,
  [ccyCode]: (sums[ccyCode] ?? 0n) + minor,
});

const Exact = Decimal.clone({ precision: 60 });

/** In EUR at the mid of the market, rounded up. @returns null if a currency is not quoted */
export function valueOf(sums: Sums, market: readonly Quote[]): Money | null {
  let value = new Exact(0);
  for (const [ccyCode, minor] of Object.entries(sums)) {
    if (minor === 0n) continue;
    const mid = ccyCode === LIMIT_CCY ? '1' : market.find(({ quote }) => quote === ccyCode)?.mid;
    if (mid === undefined) return null;
    value = value.plus(new Exact(decimalText(money(ccyCode, minor))).div(mid));
  }
  return money(LIMIT_CCY, BigInt(value.times(100).toFixed(0, Decimal.ROUND_CEIL)));
}

const isAbove = ({ minor }: Money, limit: number | null): limit is number =>
  limit !== null && minor > BigInt(limit) * 100n;

const textOf = (limit: number): string => `${limit}.00 ${LIMIT_CCY}`;
