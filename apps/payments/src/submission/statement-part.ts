import { type Message, message } from '@corridor/contracts';
import type { Recorded, Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import { bankStatementIdOf } from '@corridor/payments-contract';
import type { RailStatementPart } from '../rail/payment-rail.js';

/** That the rail has read a part of a statement: told once to the ledger, which compares it with its books. */
export interface State {
  readonly status: 'NEW' | 'REPORTED';
}

export type Event = { readonly type: 'reported' } & RailStatementPart;

export const statementPart: Aggregate<State, Event> = {
  name: 'statement_part',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: () => ({ status: 'REPORTED' }),
};

/** Of the stream of a part. */
export const partIdOf = ({ statement, from }: RailStatementPart): string =>
  `${bankStatementIdOf(statement)}/${from}`;

/** A repeated part has no effect. */
export const report = ({ status }: State, part: RailStatementPart): Event[] =>
  status === 'NEW' ? [{ type: 'reported', ...part }] : [];

export function publishStatementPart({ event }: Recorded<Event>): Message {
  const { statement, from, lines } = event;
  const { version: _, ...told } = statement;
  const named = { id: bankStatementIdOf(statement), ...told };
  const all = lines.map(({ totalOf, ...line }) => ({ ...line, totalOf: totalOf ? [...totalOf] : null }));
  return message('payments.statement_reported', { statement: named, from, lines: all });
}

export const statementParts: Registration<State, Event, never> = {
  aggregate: statementPart,
  publish: publishStatementPart,
};
