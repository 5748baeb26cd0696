import type { Quote } from '@corridor/kernel';

/**
 * Port to a market. Guarantees, checked for every adapter by the contract test: every quote has EUR as base, one per
 * known currency, bid ≤ mid ≤ ask and all above zero; a repeated call for the same moment returns the same, unless
 * there are new data. It never waits: the adapter of a feed returns its last data.
 *
 * A class, so that Nest can inject it by its type.
 */
export abstract class RateSource {
  /** Whether they are those of {@link SimulatedMarket}, which every service knows for every moment. */
  abstract readonly isSimulated: boolean;

  abstract quotes(at: Date): readonly Quote[];

  /** Why there are no quotes, for the operator; null if there are. */
  abstract trouble(): string | null;
}
