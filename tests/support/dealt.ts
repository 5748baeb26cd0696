import { sized } from '@corridor/testing';

const SHARES = sized({ small: 5, full: 1 });

/**
 * What one of many places gets of a list that is tried on all of them: a share, another one at each turn. So each item is
 * tried somewhere and each place gets something of everything; with the full size every place gets all.
 */
export const dealt = <Item>(items: readonly Item[], turn: number): readonly Item[] =>
  items.filter((_, i) => (i + turn) % SHARES === 0);
