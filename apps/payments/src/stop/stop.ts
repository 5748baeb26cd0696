import type { Reference } from '@corridor/kernel';

/** Staff stop a payment or an instruction before it is sent (ADR 80). */
export interface Stop {
  /** Why, for the audit: the client does not see it. */
  readonly reason: string;
  /** For the client; null for a neutral one. */
  readonly publicReason: string | null;
  /** The member of staff; null for a key of the company. */
  readonly by: Reference | null;
}

export interface Stopped {
  readonly type: 'stopped';
  /** What the client sees. */
  readonly reason: string;
  readonly why: string;
  readonly by: Reference | null;
}

/** @param whereItIs tells the client where the money is */
export const reasonOfStop = ({ reason: why, publicReason, by }: Stop, whereItIs: string) => ({
  reason: sentence(publicReason ?? 'It was stopped before it was sent') + whereItIs,
  why,
  by,
});

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
