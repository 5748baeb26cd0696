import type { Quote } from '@corridor/kernel';

/**
 * Port to a market. Guarantees, which the contract test holds every adapter to:
 * every quote has EUR as base, one per currency, bid ≤ mid ≤ ask and all above zero; the same moment gives the same
 * quotes. Never waits: an adapter of a live feed answers from what it heard last.
 *
 * A class, so that Nest can inject it by its type.
 */
export abstract class RateSource {
  abstract quotes(at: Date): readonly Quote[];
}
