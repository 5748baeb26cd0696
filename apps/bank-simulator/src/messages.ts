import {
  type Booking,
  type MessageHead,
  type Status,
  camt053,
  camt054,
  pacs002,
  pacs004,
  pain002,
} from '@corridor/iso20022';
import { achReturnFile } from '@corridor/iso20022/nacha';
import type { Entry, Message, PaymentStatus } from './events.js';
import type { State, WaitingMessage } from './state.js';

export const nameOf = ({ id, content: { kind } }: Message): string =>
  kind === 'ach' ? `${id}-returns.ach` : `${id}-${kind}.xml`;

/** A message as a file; the same one whenever it is written. */
export function textOf(state: State, { message, createdAt }: WaitingMessage): string {
  const head = { messageId: message.id, createdOn: `${new Date(createdAt).toISOString().slice(0, 19)}Z` };
  const text = wholeText(state, head, message);
  return message.isGarbled ? text.slice(0, text.length / 2) : text;
}

function wholeText(state: State, head: MessageHead, { id, content }: Message): string {
  const bookings = (references: readonly string[]) =>
    references.map((one) => bookingOf(state.entries.get(one)!));
  switch (content.kind) {
    case 'pain.002':
    case 'pacs.002': {
      const statuses = content.statuses.map((one) => statusOf(state, one));
      const write = content.kind === 'pain.002' ? pain002 : pacs002;
      return write(head, content.original, statuses);
    }
    case 'pacs.004': {
      const { reference, uetr } = state.orders.get(content.order)!.order;
      const { amount, returnReason: reason } = state.entries.get(content.entry)!;
      return pacs004(head, [{ returnId: content.entry, reference, uetr: uetr || null, amount, reason }]);
    }
    case 'ach': {
      const { file, answers, first } = content;
      return achReturnFile({
        originator: state.debitFiles.get(file)!.originator,
        createdOn: head.createdOn.slice(0, 16),
        reference: id.slice(-8),
        answers: answers.map(({ debit, code, corrected }, i) => ({
          ...{ code, corrected, debit: state.debits.get(debit)!.debit, sequence: first + i },
        })),
      });
    }
    case 'camt.054': {
      const { account, entries } = content;
      const { ccyCode } = state.accounts.get(account)!.account;
      return camt054(head, [{ id, account, ccyCode, entries: bookings(entries) }]);
    }
    case 'camt.053': {
      const { account, number, day, opening, closing, entries } = content;
      const { ccyCode } = opening;
      const balances = [
        { type: 'OPBD', amount: opening, date: day },
        { type: 'CLBD', amount: closing, date: day },
      ];
      const period = { from: day, to: day };
      return camt053(head, [{ id, account, ccyCode, number, period, balances, entries: bookings(entries) }]);
    }
  }
}

function statusOf(state: State, { order, status, reason, bankReference }: PaymentStatus): Status {
  const { blockId, reference, uetr } = state.orders.get(order)!.order;
  return { originalBlockId: blockId, reference, uetr: uetr || null, status, reason, bankReference };
}

const bookingOf = (entry: Entry): Booking => ({
  direction: entry.direction,
  amount: entry.amount,
  status: 'BOOKED',
  isReversal: false,
  bookedOn: entry.bookedOn,
  valueDate: entry.bookedOn,
  bankReference: entry.bankReference,
  reference: entry.reference,
  uetr: entry.uetr,
  party: entry.party,
  ultimateParty: null,
  virtualAccount: entry.virtualAccount,
  remittance: entry.remittance,
  returnReason: entry.returnReason,
  isReturn: entry.returnReason !== null,
  transactions: 1,
});
