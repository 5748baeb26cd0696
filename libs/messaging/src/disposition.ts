/** The disposition of a message in this process. */
export type Disposition =
  /** It is handled. */
  | 'deliver'
  /** It is kept for a later build; its stream continues. */
  | 'keep'
  /** It is kept, and later messages of its stream wait. */
  | 'hold'
  /** No build of this consumer handles it. */
  | 'skip';

/** By message type, the newest version that is understood. */
export type HandledTypes = Readonly<Record<string, number>>;

/** A later build of the same consumer. */
export interface LaterGeneration {
  readonly types: HandledTypes;
  /** One of its processes was seen recently. */
  readonly isAlive: boolean;
}

/** The other builds of a process's consumer, so that it loses none of their messages. */
export class Interest {
  /** Types that this consumer skips: a carrier need not deliver them. */
  readonly skipped: readonly string[];
  /** Types whose kept messages block their stream. */
  readonly ordered: readonly string[];

  constructor(
    private readonly handled: HandledTypes,
    /** All types that the contracts of this build declare. */
    private readonly known: readonly string[],
    private readonly later: readonly LaterGeneration[],
  ) {
    this.skipped = known.filter((type) => this.of({ type, dataversion: 1 }) === 'skip');
    const alive = later.filter(({ isAlive }) => isAlive).map(({ types }) => types);
    this.ordered = [...new Set([handled, ...alive].flatMap((types) => Object.keys(types)))];
  }

  /**
   * ```
   *                                            handled here         not handled here
   * this version or an earlier one             deliver              -
   * a later version                            hold                 -
   * handled by a later build that is alive     as above             hold
   * handled by a later build that is gone      as above             keep
   * handled by none, known to this build       as above             skip
   * handled by none, unknown to this build     as above             keep
   * ```
   * A later build that no longer runs blocks nothing: after a rollback its messages wait, and the others continue. A
   * later version of a type that is handled here always blocks: the messages of one type take effect in order.
   */
  of({ type, dataversion }: { readonly type: string; readonly dataversion: number }): Disposition {
    const understood = Object.hasOwn(this.handled, type) ? this.handled[type] : undefined;
    if (understood !== undefined) return dataversion <= understood ? 'deliver' : 'hold';
    const wanting = this.later.filter(({ types }) => Object.hasOwn(types, type));
    if (wanting.some(({ isAlive }) => isAlive)) return 'hold';
    return wanting.length > 0 || !this.known.includes(type) ? 'keep' : 'skip';
  }
}
