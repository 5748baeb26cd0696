import type { Aggregate, Quote } from '@corridor/kernel';

/** The published market: one stream for all replicas of this service. */
export const MARKET = 'market';

export interface State {
  readonly quotes: readonly Quote[];
  readonly asOfMs: number;
}

interface Publication extends State {
  /** The quotes are those of the simulated market, at that moment. */
  readonly isSimulated: boolean;
}

export type Event = { readonly type: 'rates_published' } & Publication;

export const market: Aggregate<State, Event> = {
  name: 'market',
  stateVersion: 1,
  initial: { quotes: [], asOfMs: 0 },
  evolve: (_, { quotes, asOfMs }) => ({ quotes, asOfMs }),
  upcasters: { rates_published: [(old: object) => ({ isSimulated: false, ...old })] },
};

/**
 * Publishes new quotes. Every replica tries: the first one succeeds, the others find the same quotes there; one whose
 * clock is behind does not move the market back, and one without quotes does not clear it.
 */
export function publishRates(state: State, { quotes, asOfMs, isSimulated }: Publication): Event[] {
  if (quotes.length === 0) return [];
  const stale = asOfMs <= state.asOfMs || JSON.stringify(quotes) === JSON.stringify(state.quotes);
  return stale ? [] : [{ type: 'rates_published', quotes, asOfMs, isSimulated }];
}
