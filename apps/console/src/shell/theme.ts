import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEPT = 'corridor.theme';
const listeners = new Set<() => void>();

const kept = (): Theme => themes.find((one) => one === localStorage.getItem(KEPT)) ?? 'system';

let theme = kept();
document.documentElement.dataset['theme'] = theme;

export function chooseTheme(next: Theme): void {
  theme = next;
  localStorage.setItem(KEPT, next);
  document.documentElement.dataset['theme'] = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme);
