import { useSyncExternalStore } from 'react';
import { de } from './de.js';
import { en } from './en.js';

export type Texts = typeof en;

export type Language = 'en' | 'de';

const catalogue: Readonly<Record<Language, Texts>> = { en, de };

const KEPT = 'corridor.language';
const listeners = new Set<() => void>();

const preferred = (): Language => {
  const chosen = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  return chosen === 'de' ? 'de' : 'en';
};

let language = preferred();
document.documentElement.lang = language;

export function choose(next: Language): void {
  language = next;
  localStorage.setItem(KEPT, next);
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => language);

/** The texts of the language that the user has chosen, or else that of the browser. */
export const useTexts = (): Texts => catalogue[useLanguage()];

/** Texts of a page that is loaded when it is opened: they are loaded with it. @returns a hook, as {@link useTexts} */
export const pageTexts =
  <PageTexts>(of: Readonly<Record<Language, PageTexts>>) =>
  (): PageTexts =>
    of[useLanguage()];
