import { sized } from '@corridor/testing';

const SHARES = sized({ small: 20, full: 1 });

/**
 * Distributes a list of cases over many targets: each target gets a different share in each turn, so that each case is
 * tested somewhere; at full size every target gets all cases.
 */
export const dealt = <Item>(items: readonly Item[], turn: number): readonly Item[] =>
  items.filter((_, i) => (i + turn) % SHARES === 0);
