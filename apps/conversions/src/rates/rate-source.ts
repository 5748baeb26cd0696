import type { LiveQuote } from '@corridor/conversions-contract';

/**
 * Port to a source of rates. Guarantees, checked for every adapter by the contract test: every quote has EUR as base, one
 * per known currency, bid ≤ mid ≤ ask and all above zero, and says how long it is valid; a repeated call for the same moment
 * returns the same, unless there are new data. It never waits: the adapter of a feed returns its last data.
 *
 * A class, so that Nest can inject it by its type.
 */
export abstract class RateSource {
  /** Whether they are those of the simulated market, which every service knows for every moment. */
  abstract readonly isSimulated: boolean;

  /** What staff call it: the name or the location of the source. */
  abstract readonly name: string;

  abstract quotes(at: Date): readonly LiveQuote[];

  /** Why there are no quotes, for the operator; null if there are. */
  abstract trouble(): string | null;
}
