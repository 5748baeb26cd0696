import type { DealingLimitsResource } from '@corridor/conversions-contract';
import { BatchQueue, Database, type SqlTransaction, StreamHeld } from '@corridor/event-store';
import { type Caller, type Environment, type Money, type Refusal, money } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { LiveRates } from '../rates/live-rates.js';
import {
  type DepositPolicy,
  LIMIT_CCY,
  type Limits,
  NO_DEPOSITS,
  OF_ALL,
  type Needed,
  type Standing,
  type Sums,
  initialLimits,
  isLimited,
  limitsInForce,
  limitsOf,
  neededOf,
  objectionTo,
  plus,
} from './limits.js';

/** Whether an amount can be sold as well: null, or why not. */
export type Check = (sold: Money) => Refusal | null;

/** Whether amounts can leave the wallets: null, or what of the balance has to stay. */
export type Cover = (payouts: readonly Money[]) => Needed | null;

interface Found {
  readonly all: DealingLimitsResource;
  readonly own: DealingLimitsResource | null;
}

const UNLIMITED = () => null;

/**
 * Decides whether a client may book, and whether its payments may take money. What shares a limit is executed one after the other, so that
 * together it stays within it: that of a client, or all, if the total is limited. Without a limit nothing is read or locked.
 */
@Injectable()
export class Credit {
  /** What is at work under a lock, by transaction: the messages of a delivery are handled at the same time. */
  private readonly turns = new WeakMap<SqlTransaction, Map<string, Promise<unknown>>>();
  /** The limits of bookings that arrive together are one statement. */
  private readonly reads = new BatchQueue<readonly string[], ReadonlyMap<string, DealingLimitsResource>>(
    ([, own]) => own ?? '',
    async (all) => {
      const found = await this.read([...new Set(all.flat())]);
      return all.map(() => found);
    },
  );

  constructor(
    private readonly database: Database,
    private readonly rates: LiveRates,
  ) {}

  /**
   * Books within the limits of the client, and says what it deposits for a forward: what `book` decides and writes is one
   * transaction with the check.
   */
  async during<T>(
    { client, environment }: Caller,
    book: (check: Check, deposits: DepositPolicy) => Promise<T>,
  ): Promise<T> {
    const { all, own } = await this.limitsOf(client.id, environment);
    const limits = limitsInForce(all, own);
    const { deposits } = limits;
    if (!isLimited(limits)) return book(UNLIMITED, deposits);
    const market = await this.rates.lastKnown();
    return this.alone(lockOf(client.id, limits), async () => {
      const standing = await this.standing(client.id, limits.totalExposure !== null);
      return book((sold) => objectionTo(sold, limits, standing, market), deposits);
    });
  }

  /** The same for money that leaves: what `decide` grants is one transaction with the check. */
  async covering<T>({ client, environment }: Caller, decide: (cover: Cover) => Promise<T>): Promise<T> {
    const { all, own } = await this.limitsOf(client.id, environment);
    const limits = limitsInForce(all, own);
    if (!isLimited(limits)) return decide(UNLIMITED);
    const market = await this.rates.lastKnown();
    return this.alone(lockOf(client.id, limits), async () => {
      const standing = await this.standing(client.id, false);
      return decide((payouts) => neededOf(payouts, limits, standing, market));
    });
  }

  /** Whether amounts could leave now, one after the other, as {@link preview}. */
  async previewCover({ client, environment }: Caller): Promise<Cover> {
    const { all, own } = await this.limitsOf(client.id, environment);
    const limits = limitsInForce(all, own);
    const market = await this.rates.lastKnown();
    let standing = await this.standing(client.id, false);
    return (payouts) => {
      const needed = neededOf(payouts, limits, standing, market);
      if (needed) return needed;
      const funds = payouts.reduce(
        (sums, { ccyCode, minor }) => plus(sums, money(ccyCode, -minor)),
        standing.funds,
      );
      standing = { ...standing, funds };
      return null;
    };
  }

  /**
   * Whether a client could book now, one conversion after the other: what it allows counts. Without the lock, so when it is booked another
   * conversion may have come first.
   */
  async preview({ client, environment }: Caller): Promise<Check> {
    const { all, own } = await this.limitsOf(client.id, environment);
    const limits = limitsInForce(all, own);
    if (!isLimited(limits)) return UNLIMITED;
    const market = await this.rates.lastKnown();
    let standing = await this.standing(client.id, limits.totalExposure !== null);
    return (sold) => {
      const objection = objectionTo(sold, limits, standing, market);
      if (!objection)
        standing = { ...standing, open: plus(standing.open, sold), total: plus(standing.total, sold) };
      return objection;
    };
  }

  /** Those of all clients, and those that a client has of its own. */
  async limitsOf(clientId: string, environment: Environment): Promise<Found> {
    const ids = [OF_ALL, limitsOf(clientId)];
    const found = this.database.isOpen() ? await this.read(ids) : await this.reads.add(ids);
    const [all, own = null] = ids.map((id) => found.get(id));
    const initial = { clientId: null, ccyCode: LIMIT_CCY, ...initialLimits(environment), auditHistory: null };
    return { all: all ?? initial, own };
  }

  /** What open conversions sell, and the funds for it, without what was granted to payments and has not left yet. */
  async standing(clientId: string, withTotal: boolean): Promise<Standing> {
    const rows = await this.database.query<{ what: keyof Standing; ccyCode: string; minor: string }>(
      `SELECT 'open' AS what, sell_ccy_code AS "ccyCode", sum(sell_minor - covered_minor)::text AS minor
       FROM open_trade WHERE client_id = $1 GROUP BY sell_ccy_code
       UNION ALL SELECT 'funds', ccy_code, sum(minor)::text FROM (
         SELECT ccy_code, balance_minor AS minor FROM funds WHERE client_id = $1
         UNION ALL SELECT ccy_code, -minor FROM granted_cover WHERE client_id = $1
       ) AS left_in_wallets GROUP BY ccy_code
       UNION ALL SELECT 'total', ccy_code, sum(sold_minor)::text FROM dealing_position
       WHERE $2 GROUP BY ccy_code HAVING sum(sold_minor) <> 0`,
      [clientId, withTotal],
    );
    const sumsOf = (one: keyof Standing): Sums =>
      Object.fromEntries(
        rows.flatMap(({ what, ccyCode, minor }) => (what === one ? [[ccyCode, BigInt(minor)]] : [])),
      );
    return { open: sumsOf('open'), funds: sumsOf('funds'), total: sumsOf('total') };
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, DealingLimitsResource>> {
    const rows = await this.database.query<{ id: string; data: DealingLimitsResource }>(
      `SELECT id, data FROM dealing_limits WHERE id = ANY ($1)`,
      [ids],
    );
    // Before there were deposits by policy, records did not have them.
    return new Map(rows.map(({ id, data }) => [id, { ...data, deposits: data.deposits ?? NO_DEPOSITS }]));
  }

  /**
   * A delivery does not wait for the lock: its other messages go on, and this one is handled again. Those of one delivery share its
   * transaction, so the lock alone would let them in together.
   */
  private async alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
    if (!this.database.isOpen()) return this.database.exclusively(lock, work);
    return this.database.transaction((sql) => {
      const turns = this.turns.get(sql) ?? new Map<string, Promise<unknown>>();
      this.turns.set(sql, turns);
      const turn = (turns.get(lock) ?? Promise.resolve()).then(() => this.locked(sql, lock, work));
      turns.set(
        lock,
        turn.catch(() => undefined),
      );
      return turn;
    });
  }

  private async locked<T>(sql: SqlTransaction, lock: string, work: () => Promise<T>): Promise<T> {
    const [row] = await sql.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isOurs"`,
      [lock],
    );
    if (!row?.isOurs) throw new StreamHeld(lock);
    return work();
  }
}

const lockOf = (clientId: string, { totalExposure }: Limits): string =>
  `exposure of ${totalExposure === null ? clientId : 'all'}`;
