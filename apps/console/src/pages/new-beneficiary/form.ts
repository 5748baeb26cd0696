import type { Entries } from './entries.js';

/** What the parts of the form have in common. */
export interface FormProps {
  readonly entries: Entries;
  readonly onChange: (entries: Entries) => void;
  /** What the API says of an entry. @param pointer where it stands in the body */
  readonly problemOf: (pointer: string) => string | undefined;
}
