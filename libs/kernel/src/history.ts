import type { Caller, Reference } from './caller.js';
import type { Timestamp } from './time.js';

/** One status that a record reached (interface-spec 2.1). */
export interface StatusEntry {
  readonly status: string;
  readonly statusReason: string | null;
  readonly occurredOn: Timestamp;
}

/**
 * Who created and last changed a record (interface-spec 2.1). `version` is 1 on creation and increases with each
 * change.
 */
export interface AuditHistory {
  readonly version: number;
  readonly created: AuditEntry;
  readonly updated: AuditEntry;
}

export interface AuditEntry {
  readonly by: Reference | null;
  readonly on: Timestamp;
  readonly withApiKey: string | null;
}

/** The audit history after one more event of the record's stream. */
export function audited(
  before: AuditHistory | null,
  version: number,
  { user, apiKeyId }: Pick<Caller, 'user' | 'apiKeyId'>,
  on: Timestamp,
): AuditHistory {
  const entry = { by: user, on, withApiKey: apiKeyId };
  return { version, created: before?.created ?? entry, updated: entry };
}

/** The fields of a record that has reached a status. */
export const entered = <Entry extends StatusEntry>(
  before: readonly Entry[],
  entry: Entry,
): { status: Entry['status']; statusHistory: Entry[] } => ({
  status: entry.status,
  statusHistory: [...before, entry],
});
