/** What a service sends to one group alone: everything that it has published, or what it has published since then (ADR 55). */
export interface Backfill {
  readonly source: string;
  readonly consumer: string;
  /** Null if it is all. */
  readonly since: string | null;
}

type Which = Pick<Backfill, 'source' | 'consumer'>;

/** Of the operator. */
export const commandOf = ({ source, consumer }: Which): string =>
  `corridor ops consumer backfill ${source} --consumer ${consumer} --no-dry-run`;

/** Why a group takes nothing else of a service. */
export const isBackfilled = (which: Which): string =>
  `${which.consumer} takes nothing of ${which.source} but what its backfill sends, until that has ended; if it was cancelled or has failed, start it again: "${commandOf(which)}"`;
