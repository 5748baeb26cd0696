/** What `corridor doctor` has looked at. */
export interface Finding {
  /** As in `database ledger`. */
  readonly name: string;
  /** `problem`: Corridor does not start, or does not work. */
  readonly status: 'ok' | 'warning' | 'problem';
  /** What is so, and what to do about it. */
  readonly detail: string;
}

export const ok = (name: string, detail: string): Finding => ({ name, status: 'ok', detail });
export const warning = (name: string, detail: string): Finding => ({ name, status: 'warning', detail });
export const problem = (name: string, detail: string): Finding => ({ name, status: 'problem', detail });
