import { type CalendarDate, type Money, negate } from '@corridor/kernel';
import { Parts } from './parts.js';
import type { BalanceRecord, EntryRecord, Reason, ReturnRecord, StatusRecord } from './reading/records.js';
import { type Xml, amountLeaf, documentOf, group, leaf } from './xml/write.js';

/** How a message of a bank begins. */
export interface MessageHead {
  /** At most 35 characters. */
  readonly messageId: string;
  /** `2026-11-23T09:30:00Z`. */
  readonly createdOn: string;
}

/** What became of a transfer; without a reference of a block, and without a block of a message. */
export type Status = Omit<StatusRecord, 'kind' | 'messageId' | 'originalMessageId' | 'instructionId'>;
export type Return = Omit<ReturnRecord, 'kind' | 'messageId' | 'instructionId'>;
export type Booking = Omit<EntryRecord, 'kind' | 'statementId' | 'account' | 'instructionId' | 'batch'>;
export type Balance = Omit<BalanceRecord, 'kind' | 'statementId' | 'account'>;

/** Bookings of one account. */
export interface Bookings {
  /** Of the statement or notification, at most 35 characters. */
  readonly id: string;
  /** An IBAN, or another number of at most 34 characters. */
  readonly account: string;
  readonly ccyCode: string;
  readonly entries: readonly Booking[];
}

/** All bookings of one account in a period. */
export interface Statement extends Bookings {
  /** How many statements of the account there are with this one; null if it is not numbered. */
  readonly number: number | null;
  /** From the first to the last day; null leaves it to the dates of the balances. */
  readonly period: { readonly from: CalendarDate; readonly to: CalendarDate } | null;
  /** With those of the types OPBD and CLBD, booked at the beginning and the end. */
  readonly balances: readonly Balance[];
}

const parts = new Parts({ characters: 'unicode' });

const reasonOf = (name: string, reason: Reason | null): Xml =>
  reason && group(name, group('Rsn', leaf('Cd', reason.code)), parts.text('AddtlInf', reason.text, 105));

const header = ({ messageId, createdOn }: MessageHead): Xml =>
  group('GrpHdr', leaf('MsgId', messageId), leaf('CreDtTm', createdOn));

/** What became of the transfers of a customer's message, pain.002.001.10. @param original id of that message, if it is known */
export function pain002(head: MessageHead, original: string | null, statuses: readonly Status[]): string {
  const ofMessage = statuses.find((one) => !namesTransfer(one) && one.originalBlockId === null);
  const blocks = Map.groupBy(
    statuses.filter((one) => one !== ofMessage),
    ({ originalBlockId }) => originalBlockId,
  );
  return documentOf(
    'pain.002.001.10',
    group(
      'CstmrPmtStsRpt',
      header(head),
      group(
        'OrgnlGrpInfAndSts',
        leaf('OrgnlMsgId', original ?? 'NOTPROVIDED'),
        leaf('OrgnlMsgNmId', 'pain.001.001.09'),
        leaf('GrpSts', ofMessage?.status ?? null),
        reasonOf('StsRsnInf', ofMessage?.reason ?? null),
      ),
      ...[...blocks].map(([block, some]) => blockOf(block, some)),
    ),
  );
}

const namesTransfer = ({ reference, uetr }: Status): boolean => reference !== null || uetr !== null;

function blockOf(block: string | null, statuses: readonly Status[]): Xml {
  const ofBlock = statuses.find((one) => !namesTransfer(one));
  return group(
    'OrgnlPmtInfAndSts',
    leaf('OrgnlPmtInfId', block ?? 'NOTPROVIDED'),
    leaf('PmtInfSts', ofBlock?.status ?? null),
    reasonOf('StsRsnInf', ofBlock?.reason ?? null),
    ...statuses.filter((one) => one !== ofBlock).map(transactionOf),
  );
}

const transactionOf = ({ reference, uetr, status, reason, bankReference }: Status): Xml =>
  group(
    'TxInfAndSts',
    parts.text('OrgnlEndToEndId', reference, 35),
    leaf('OrgnlUETR', uetr),
    leaf('TxSts', status),
    reasonOf('StsRsnInf', reason),
    parts.text('AcctSvcrRef', bankReference, 35),
  );

/** What became of transfers between banks, pacs.002.001.10. */
export const pacs002 = (head: MessageHead, original: string | null, statuses: readonly Status[]): string =>
  documentOf(
    'pacs.002.001.10',
    group(
      'FIToFIPmtStsRpt',
      header(head),
      group(
        'OrgnlGrpInfAndSts',
        leaf('OrgnlMsgId', original ?? 'NOTPROVIDED'),
        leaf('OrgnlMsgNmId', 'pacs.008.001.08'),
      ),
      ...statuses.map(transactionOf),
    ),
  );

/** Returns of transfers, pacs.004.001.09. */
export const pacs004 = ({ messageId, createdOn }: MessageHead, returns: readonly Return[]): string =>
  documentOf(
    'pacs.004.001.09',
    group(
      'PmtRtr',
      group(
        'GrpHdr',
        leaf('MsgId', messageId),
        leaf('CreDtTm', createdOn),
        leaf('NbOfTxs', String(returns.length)),
        group('SttlmInf', leaf('SttlmMtd', 'INDA')),
      ),
      ...returns.map(({ returnId, reference, uetr, amount, reason }) =>
        group(
          'TxInf',
          leaf('RtrId', returnId),
          parts.text('OrgnlEndToEndId', reference, 35),
          leaf('OrgnlUETR', uetr),
          amountLeaf('RtrdIntrBkSttlmAmt', amount),
          reasonOf('RtrRsnInf', reason),
        ),
      ),
    ),
  );

/** Statements of accounts, camt.053.001.08. */
export const camt053 = (head: MessageHead, statements: readonly Statement[]): string =>
  documentOf(
    'camt.053.001.08',
    group(
      'BkToCstmrStmt',
      header(head),
      ...statements.map(({ id, account, ccyCode, entries, number, period, balances }) =>
        group(
          'Stmt',
          leaf('Id', id),
          leaf('ElctrncSeqNb', number === null ? null : String(number)),
          leaf('CreDtTm', head.createdOn),
          period &&
            group(
              'FrToDt',
              leaf('FrDtTm', `${period.from}T00:00:00Z`),
              leaf('ToDtTm', `${period.to}T23:59:59Z`),
            ),
          accountOf(account, ccyCode),
          ...balances.map(balanceOf),
          ...entries.map(entryOf),
        ),
      ),
    ),
  );

/** Notifications of debits and credits, camt.054.001.08. */
export const camt054 = (head: MessageHead, notifications: readonly Bookings[]): string =>
  documentOf(
    'camt.054.001.08',
    group(
      'BkToCstmrDbtCdtNtfctn',
      header(head),
      ...notifications.map(({ id, account, ccyCode, entries }) =>
        group(
          'Ntfctn',
          leaf('Id', id),
          leaf('CreDtTm', head.createdOn),
          accountOf(account, ccyCode),
          ...entries.map(entryOf),
        ),
      ),
    ),
  );

function accountOf(account: string, ccyCode: string | null = null, name = 'Acct'): Xml {
  const isIban = /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(account);
  return parts.account(name, { iban: isIban ? account : null, number: isIban ? null : account }, ccyCode);
}

const balanceOf = ({ type, amount, date }: Balance): Xml =>
  group(
    'Bal',
    group('Tp', group('CdOrPrtry', leaf('Cd', type))),
    ...signed(amount),
    group('Dt', leaf('Dt', date)),
  );

const signed = (amount: Money): readonly Xml[] =>
  amount.minor < 0n
    ? [amountLeaf('Amt', negate(amount)), leaf('CdtDbtInd', 'DBIT')]
    : [amountLeaf('Amt', amount), leaf('CdtDbtInd', 'CRDT')];

const statusCodes = { BOOKED: 'BOOK', PENDING: 'PDNG', INFORMATION: 'INFO' } as const;

function entryOf(one: Booking): Xml {
  const { direction, isReturn, returnReason, party } = one;
  const side = direction === 'CREDIT' ? 'Dbtr' : 'Cdtr';
  const isAgentKnown = Object.values(party.agent).some((value) => value !== null);
  return group(
    'Ntry',
    amountLeaf('Amt', one.amount),
    leaf('CdtDbtInd', direction === 'CREDIT' ? 'CRDT' : 'DBIT'),
    one.isReversal ? leaf('RvslInd', 'true') : null,
    group('Sts', leaf('Cd', statusCodes[one.status])),
    group('BookgDt', leaf('Dt', one.bookedOn)),
    group('ValDt', leaf('Dt', one.valueDate)),
    parts.text('AcctSvcrRef', one.bankReference, 35),
    bankTransactionCode(direction === 'CREDIT' ? 'RCDT' : 'ICDT', isReturn ? 'RRTN' : 'ESCT'),
    group(
      'NtryDtls',
      one.transactions > 1 ? group('Btch', leaf('NbOfTxs', String(one.transactions))) : null,
      one.transactions > 1
        ? null
        : group(
            'TxDtls',
            group('Refs', parts.text('EndToEndId', one.reference, 35), leaf('UETR', one.uetr)),
            amountLeaf('Amt', one.amount),
            leaf('CdtDbtInd', direction === 'CREDIT' ? 'CRDT' : 'DBIT'),
            group(
              'RltdPties',
              party.name === '' && party.address === null ? null : group(side, parts.party('Pty', party)),
              parts.account(`${side}Acct`, party.account),
              group(`Ultmt${side}`, group('Pty', parts.text('Nm', one.ultimateParty, 140))),
              one.virtualAccount === null ? null : accountOf(one.virtualAccount, null, 'CdtrAcct'),
            ),
            group('RltdAgts', isAgentKnown ? parts.agent(`${side}Agt`, party.agent) : null),
            group('RmtInf', parts.text('Ustrd', one.remittance, 140)),
            reasonOf('RtrInf', returnReason),
          ),
    ),
  );
}

const bankTransactionCode = (family: string, subFamily: string): Xml =>
  group(
    'BkTxCd',
    group('Domn', leaf('Cd', 'PMNT'), group('Fmly', leaf('Cd', family), leaf('SubFmlyCd', subFamily))),
  );
