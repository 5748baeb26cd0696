import { type BankRecord, type EntryRecord, type StatusRecord, reasonText } from '@corridor/iso20022';
import type { RailCredit, RailReport, RailStatementPart } from '../payment-rail.js';
import { isOurs } from './matching.js';

/** What a record of a file means; at most one of these. */
export interface Meaning {
  readonly report?: RailReport;
  readonly credit?: RailCredit;
  readonly part?: RailStatementPart;
  /** What a person has to look at, in one sentence. */
  readonly doubt?: string;
}

/** What only shows that the bank is at work, or is for the reconciliation of its account. */
const NOTHING: Meaning = {};

/**
 * A record about one transfer. Statuses of blocks and messages are for {@link statusOf} of each of their transfers.
 * @param bankAccount of the operator, at which a booking is
 */
export function meaningOf(record: BankRecord, bankAccount: string | null): Meaning {
  switch (record.kind) {
    case 'status':
      return record.reference === null
        ? { doubt: `A status of ${record.messageId} names no payment that is known (UETR ${record.uetr}).` }
        : statusOf(record, record.reference);
    case 'return': {
      const { messageId, reference, returnId, amount: returned, reason } = record;
      if (reference === null)
        return {
          doubt: `A return of ${messageId} names no payment that is known (UETR ${record.uetr}).`,
        };
      const reportId = `${reference} RETURNED ${returnId ?? messageId}`;
      return {
        report: {
          reportId,
          reference,
          status: 'RETURNED',
          reason: reasonText(reason),
          returned,
          bankReference: returnId,
        },
      };
    }
    case 'entry':
      return record.status === 'BOOKED' ? booked(record, bankAccount) : NOTHING;
    case 'balance':
      return NOTHING;
  }
}

/** External status codes. Those that are missing here are doubts, those with null tell nothing yet. */
const statuses: Readonly<Record<string, RailReport['status'] | null>> = {
  RCVD: null,
  PDNG: null,
  PART: null,
  PATC: null,
  ACTC: 'ACCEPTED',
  ACCP: 'ACCEPTED',
  ACFC: 'ACCEPTED',
  ACSP: 'ACCEPTED',
  ACWC: 'ACCEPTED',
  ACWP: 'ACCEPTED',
  ACSC: 'SETTLED',
  ACCC: 'SETTLED',
  RJCT: 'REJECTED',
  CANC: 'REJECTED',
};

export function statusOf(
  { messageId, status: code, reason, bankReference }: StatusRecord,
  reference: string,
): Meaning {
  const status = statuses[code];
  if (status === undefined)
    return { doubt: `${messageId} gives ${reference} the status ${code}, which is not known.` };
  if (status === null) return NOTHING;
  const reportId = `${reference} ${status} ${messageId}`;
  return {
    report: { reportId, reference, status, reason: reasonText(reason), returned: null, bankReference },
  };
}

function booked(one: EntryRecord, bankAccount: string | null): Meaning {
  const { direction, isReversal, isReturn, reference, bankReference, amount, transactions } = one;
  if (direction === 'DEBIT') {
    if (isReversal) return { doubt: `The bank takes the credit ${called(one)} back.` };
    return isOurs(reference) ? settledBy(one, reference) : NOTHING;
  }
  if (isReturn || isReversal) {
    if (!isOurs(reference))
      return { doubt: `The credit ${called(one)} returns a payment that it does not name.` };
    const reason = reasonText(one.returnReason);
    const reportId = `${reference} RETURNED ${bankReference ?? one.statementId}`;
    return {
      report: {
        ...{ reportId, reference, status: 'RETURNED', reason, returned: amount, bankReference },
        isBooked: true,
      },
    };
  }
  if (transactions > 1)
    return { doubt: `The credit ${called(one)} stands for ${transactions} that are not told.` };
  if (bankReference === null)
    return { doubt: `The credit ${called(one)} has no reference of the bank: it could be booked twice.` };
  return { credit: creditOf(one, bankReference, bankAccount) };
}

/** A booked debit says that the payment is executed. */
export function settledBy({ bankReference, statementId }: EntryRecord, reference: string): Meaning {
  const reportId = `${reference} SETTLED ${bankReference ?? statementId}`;
  return {
    report: { reportId, reference, status: 'SETTLED', reason: null, returned: null, bankReference },
  };
}

const called = ({ bankReference, reference, statementId, account }: EntryRecord): string =>
  `${bankReference ?? reference ?? 'without a reference'} of ${account} in ${statementId}`;

function creditOf(one: EntryRecord, bankReference: string, bankAccount: string | null): RailCredit {
  const { name, address, account, agent } = one.party;
  const town = [address?.postalCode, address?.town, address?.region].filter(Boolean).join(' ');
  const lines = [address?.street, ...(address?.lines ?? []), town].filter(Boolean);
  return {
    bankReference: bankReference.slice(0, 64),
    accountNumber: one.virtualAccount ?? one.account,
    bankAccount,
    amount: one.amount,
    valueDate: one.valueDate,
    reference: one.remittance?.slice(0, 512) ?? one.reference,
    sender: {
      name: name.slice(0, 255) || null,
      ultimateDebtor: one.ultimateParty?.slice(0, 255) ?? null,
      address: lines.join(', ').slice(0, 512) || null,
      countryCode: address?.country ?? agent.country,
      accountNumber: account.iban ?? account.number,
      bicSwiftCode: agent.bic,
      routingCode: agent.clearing?.member ?? null,
    },
  };
}
