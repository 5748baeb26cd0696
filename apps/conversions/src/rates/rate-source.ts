import type { Quote } from '@corridor/kernel';

/**
 * Port to a market. Guarantees, which the contract test holds every adapter to:
 * every quote has EUR as base, one per currency that the kernel knows, bid ≤ mid ≤ ask and all above zero; asked again
 * of the same moment it says the same, unless it has heard news meanwhile. Never waits: an adapter of a feed answers
 * from what it heard last.
 *
 * A class, so that Nest can inject it by its type.
 */
export abstract class RateSource {
  abstract quotes(at: Date): readonly Quote[];

  /** Why there are no quotes at all, for whoever runs the service; null when there are. */
  abstract trouble(): string | null;
}
