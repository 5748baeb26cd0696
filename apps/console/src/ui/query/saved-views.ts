import { useSyncExternalStore } from 'react';

/** A query that somebody has given a name. It is kept in this browser; its address shows it to others. */
export interface View {
  readonly name: string;
  readonly q: string;
}

type Views = Readonly<Record<string, readonly View[]>>;

const KEPT = 'corridor.views';
const listeners = new Set<() => void>();

/** What somebody else has written there is no view. */
function kept(): Views {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Views | null) ?? {};
  } catch {
    return {};
  }
}

let views = kept();

function keep(collection: string, some: readonly View[]): void {
  views = { ...views, [collection]: some };
  localStorage.setItem(KEPT, JSON.stringify(views));
  for (const listener of listeners) listener();
}

const others = (collection: string, name: string): readonly View[] =>
  (views[collection] ?? []).filter((one) => one.name !== name);

/** One of the same name is replaced. */
export const saveView = (collection: string, view: View): void =>
  keep(collection, [...others(collection, view.name), view]);

export const removeView = (collection: string, name: string): void =>
  keep(collection, others(collection, name));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const NONE: readonly View[] = [];

export const useViews = (collection: string): readonly View[] =>
  useSyncExternalStore(subscribe, () => views[collection] ?? NONE);
