import type { BankBreakResource } from '@corridor/ledger-contract';
import type { Projection, Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import { MATCH_TOTAL } from './total.js';

/** The line and the movement that a break is about, by their numbers. */
export interface About {
  readonly line: string | null;
  readonly movement: string | null;
}

export interface State {
  /** Null if staff have given none. */
  readonly reason: string | null;
}

/** Staff have said why the bank and the books disagree, and leave it so. */
export interface Event extends About {
  readonly type: 'explained';
  readonly reason: string;
  /** As it was. */
  readonly record: BankBreakResource;
}

export const bankBreak: Aggregate<State, Event> = {
  name: 'bank_break',
  stateVersion: 1,
  initial: { reason: null },
  evolve: (_, { reason }) => ({ reason }),
};

/** Another reason replaces the former one; the same has no effect. */
export const explain = ({ reason }: State, explanation: Omit<Event, 'type'>): Event[] =>
  reason === explanation.reason ? [] : [{ type: 'explained', ...explanation }];

/** What it is about is not looked for any more. */
const projectExplained: Projection<Event> = (sql, recorded) => {
  for (const { streamId: id, event, caller, occurredOn } of recorded) {
    const { line, movement, reason } = event;
    const by = { by: caller.user, approvedBy: caller.approved?.by ?? null, on: occurredOn };
    const record: BankBreakResource = {
      ...event.record,
      status: 'EXPLAINED',
      explanation: { reason, ...by },
    };
    const { kind, bankAccount, ccyCode, day, statement } = record;
    sql.write(
      `INSERT INTO explained_break (id, kind, bank_account, ccy_code, day, data) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
      [id, kind, bankAccount, ccyCode, day, JSON.stringify(record)],
    );
    if (line !== null)
      sql.write('UPDATE bank_line SET match = $1 WHERE id = $2 AND match IS NULL', [id, line]);
    if (movement !== null)
      sql.write('UPDATE bank_movement SET match = $1 WHERE id = $2 AND match IS NULL', [id, movement]);
    if (line !== null) sql.write(MATCH_TOTAL, [id, line]);
    if (kind === 'OPENING_DIFFERS' || kind === 'BALANCE_DIFFERS')
      sql.write(
        `UPDATE bank_statement SET ${kind === 'OPENING_DIFFERS' ? 'opening_match' : 'balance_match'} = $1 WHERE id = $2`,
        [id, statement?.id],
      );
  }
};

export const bankBreaks: Registration<State, Event, never> = {
  aggregate: bankBreak,
  projections: [projectExplained],
  publish: () => null,
};
