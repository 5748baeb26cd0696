import { createHash, randomBytes } from 'node:crypto';
import { type Caller, Clock, type IdPrefix, madeOn, makeId, timestamp } from '@corridor/kernel';

const RANDOM_BYTES = 10;
const IDS_AT_ONCE = 128;

/** What an id can follow from. */
interface KeyedCommand {
  readonly caller: Pick<Caller, 'environment'>;
  readonly idempotency?: { readonly scope: string; readonly operation: string; readonly key: string } | null;
}

type ClientOf = Pick<Caller, 'environment' | 'clientTime'>;

/** The record that another one follows from. */
interface Origin {
  readonly id: string;
  readonly part: string;
}

/** Keys of the commands that create the demo data. */
const SEED_KEY = /^seed-/;
const SEEDED_ON = Date.UTC(2026, 0, 1);

/**
 * The id of a record that a command with a `seed-` key creates in a sandbox. It follows from what identifies the command, so
 * the demo data of every sandbox have the same ids, which examples can use (decisions §10).
 */
export function seededId(prefix: IdPrefix, scope: string, operation: string, key: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([scope, operation, key]))
    .digest();
  return makeId(prefix, SEEDED_ON, digest);
}

const isSeed = (
  { environment }: Pick<Caller, 'environment'>,
  { key }: NonNullable<KeyedCommand['idempotency']>,
) => environment === 'SANDBOX' && SEED_KEY.test(key);

const isSeeded = (id: string) => madeOn(id) === timestamp(new Date(SEEDED_ON));

/** Fresh, time-ordered ids. */
export class Ids {
  private random = Buffer.alloc(0);

  constructor(private readonly clock: Clock) {}

  /**
   * @param command the one that creates the record, if a client sent it. Not one that moves another record: it may be refused, and its key
   * used again for something else.
   */
  next(prefix: IdPrefix, command?: KeyedCommand): string {
    const { idempotency, caller } = command ?? {};
    if (!idempotency || !caller || !isSeed(caller, idempotency)) return this.fresh(prefix);
    const [owner = ''] = idempotency.scope.split('/'); // whoever of staff creates it
    return seededId(prefix, owner, idempotency.operation, idempotency.key);
  }

  /** The same, made at the present of the caller's client: a reference that is derived from it has the client's day. */
  nextFor(prefix: IdPrefix, command: KeyedCommand & { readonly caller: ClientOf }): string {
    const { caller, idempotency } = command;
    return idempotency && isSeed(caller, idempotency)
      ? this.next(prefix, command)
      : this.fresh(prefix, this.clock.nowFor(caller));
  }

  /**
   * For what follows from another record without a command: fresh, except in the demo data, where it follows from that record.
   * @param part distinguishes what one record has several of
   */
  nextOf(prefix: IdPrefix, { id, part }: Origin, { environment }: Pick<Caller, 'environment'>): string {
    if (environment === 'SANDBOX' && isSeeded(id)) return seededId(prefix, id, prefix, part);
    return this.fresh(prefix);
  }

  private fresh(prefix: IdPrefix, madeAt = this.clock.now()): string {
    // Many at once: each call of the generator costs more than an id.
    if (this.random.length < RANDOM_BYTES) this.random = randomBytes(RANDOM_BYTES * IDS_AT_ONCE);
    const random = this.random.subarray(0, RANDOM_BYTES);
    this.random = this.random.subarray(RANDOM_BYTES);
    return makeId(prefix, madeAt.getTime(), random);
  }
}

/** The machine's time. */
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
