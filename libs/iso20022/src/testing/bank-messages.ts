import * as bank from '../bank-messages.js';
import type { BalanceRecord, EntryRecord, ReturnRecord, StatusRecord } from '../reading/records.js';

const headOf = (messageId: string): bank.MessageHead => ({ messageId, createdOn: '2026-11-23T09:30:00Z' });

/** The statuses of the transfers of one of our messages, as they are read. */
export const pain002 = (statuses: readonly StatusRecord[]): string =>
  bank.pain002(headOf(statuses[0]!.messageId), statuses[0]!.originalMessageId, statuses);

export const pacs002 = (statuses: readonly StatusRecord[]): string =>
  bank.pacs002(headOf(statuses[0]!.messageId), statuses[0]!.originalMessageId, statuses);

export const pacs004 = (returns: readonly ReturnRecord[]): string =>
  bank.pacs004(headOf(returns[0]!.messageId), returns);

/** Statements or notifications of bookings as they are read, each account and statement for itself. */
export function camt(
  message: 'camt.053' | 'camt.054',
  messageId: string,
  records: readonly (EntryRecord | BalanceRecord)[],
): string {
  const groups = Map.groupBy(records, (one) => JSON.stringify([one.statementId, one.account]));
  const statements = [...groups.values()].map((some) => ({
    id: some[0]!.statementId,
    account: some[0]!.account,
    ccyCode: some[0]!.amount.ccyCode,
    entries: some.filter((one) => one.kind === 'entry'),
    number: null,
    period: null,
    balances: some.filter((one) => one.kind === 'balance'),
  }));
  return message === 'camt.053'
    ? bank.camt053(headOf(messageId), statements)
    : bank.camt054(headOf(messageId), statements);
}
