import type { Corridor, Waited } from '@corridor/sdk';
import type { Terminal } from '../terminal.js';

/** A record, or what a simulator responds about it. */
interface Moved {
  readonly id: string;
  readonly statusHistory: readonly {
    readonly status: string;
    readonly subStatus?: string;
    readonly statusReason: string | null;
    readonly occurredOn: string;
  }[];
}

/** Tells each status of a record once, on standard error. */
export function teller(terminal: Terminal): (record: Moved) => void {
  let told = 0;
  return ({ id, statusHistory }) => {
    for (const { status, subStatus, statusReason, occurredOn } of statusHistory.slice(told)) {
      const state = subStatus && subStatus !== status ? `${status} (${subStatus})` : status;
      terminal.say(`${occurredOn}  ${id}  ${state}${statusReason ? `: ${statusReason}` : ''}\n`);
    }
    told = Math.max(told, statusHistory.length);
  };
}

/** Waits until a record has a status, telling the others. @throws StatusError if it ends otherwise, or not in time */
export const watched = <T extends Waited>(
  corridor: Corridor,
  record: T,
  status: T['status'],
  options: { readonly tell: (record: Moved) => void; readonly timeoutMs: number },
): Promise<T> =>
  corridor.waitFor(record, status, {
    timeoutMs: options.timeoutMs,
    onRead: (read) => options.tell(read as T),
  });
