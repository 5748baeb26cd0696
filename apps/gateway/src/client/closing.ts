import { type Outcome, refuse } from '@corridor/kernel';
import type { ClosingTurn } from '@corridor/platform';
import type { Client, ClientEvent } from './client.js';

/**
 * A suspended client is closed when nothing of it is open in any service: they are asked one after the other, and the
 * ledger, as the last one, closes the books (ADR 40). An attempt has the time in seconds as its number, so services have heard of none
 * that is later, also when this database has lost some.
 */
export function requestClosing(
  state: Client,
  { reason, now }: { readonly reason: string; readonly now: Date },
): ClientEvent[] {
  const { status, closingReason, attempt } = state;
  if (status === 'NEW') throw refuse('not_found');
  if (status === 'CLOSED') throw refuse('client_closed');
  if (closingReason !== null) throw refuse('step_in_progress');
  if (status !== 'SUSPENDED') throw refuse('illegal_transition', 'Only a suspended client can be closed.');
  const seconds = Math.floor(now.getTime() / 1_000);
  return [{ type: 'closing_requested', attempt: Math.max(attempt + 1, seconds), reason }];
}

/** The answer of the services. One to an earlier attempt, and a repeated one, have no effect. */
export function endClosing(
  { closingReason: reason, attempt }: Client,
  { attempt: answered, obstacles }: Pick<ClosingTurn, 'attempt' | 'obstacles'>,
): ClientEvent[] {
  if (reason === null || answered !== attempt) return [];
  return [obstacles.length === 0 ? { type: 'closed', reason } : { type: 'closing_declined', obstacles }];
}

export function outcomeOfClosing({ closingReason, status, obstacles }: Client): Outcome {
  if (closingReason !== null) return 'pending';
  if (status === 'CLOSED') return 'done';
  const errors = obstacles.map(({ kind: code, detail }) => ({ pointer: '#', code, detail }));
  return refuse('client_not_closable', obstacles[0]?.detail, { errors });
}
