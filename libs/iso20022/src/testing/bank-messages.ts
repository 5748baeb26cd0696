import { type Money, negate } from '@corridor/kernel';
import { Parts } from '../parts.js';
import type { BalanceRecord, EntryRecord, Reason, ReturnRecord, StatusRecord } from '../reading/records.js';
import { type Xml, amountLeaf, documentOf, group, leaf } from '../xml/write.js';

const CREATED = '2026-11-23T09:30:00Z';
const parts = new Parts({ characters: 'unicode' });

const reasonOf = (name: string, reason: Reason | null): Xml =>
  reason && group(name, group('Rsn', leaf('Cd', reason.code)), leaf('AddtlInf', reason.text));

const header = (messageId: string): Xml =>
  group('GrpHdr', leaf('MsgId', messageId), leaf('CreDtTm', CREATED));

/** The statuses of the transfers of one of our messages, pain.002.001.10. */
export function pain002(statuses: readonly StatusRecord[]): string {
  const [first] = statuses;
  const ofMessage = statuses.find(
    ({ reference, originalBlockId }) => reference === null && originalBlockId === null,
  );
  const blocks = Map.groupBy(
    statuses.filter((one) => one !== ofMessage),
    ({ originalBlockId }) => originalBlockId,
  );
  return documentOf(
    'pain.002.001.10',
    group(
      'CstmrPmtStsRpt',
      header(first!.messageId),
      group(
        'OrgnlGrpInfAndSts',
        leaf('OrgnlMsgId', first!.originalMessageId ?? 'NOTPROVIDED'),
        leaf('OrgnlMsgNmId', 'pain.001.001.09'),
        leaf('GrpSts', ofMessage?.status ?? null),
        reasonOf('StsRsnInf', ofMessage?.reason ?? null),
      ),
      ...[...blocks].map(([block, some]) => blockOf(block, some)),
    ),
  );
}

function blockOf(block: string | null, statuses: readonly StatusRecord[]): Xml {
  const ofBlock = statuses.find(({ reference }) => reference === null);
  return group(
    'OrgnlPmtInfAndSts',
    leaf('OrgnlPmtInfId', block ?? 'NOTPROVIDED'),
    leaf('PmtInfSts', ofBlock?.status ?? null),
    reasonOf('StsRsnInf', ofBlock?.reason ?? null),
    ...statuses.filter((one) => one !== ofBlock).map(transactionOf),
  );
}

const transactionOf = ({ reference, uetr, status, reason, bankReference }: StatusRecord): Xml =>
  group(
    'TxInfAndSts',
    leaf('OrgnlEndToEndId', reference),
    leaf('OrgnlUETR', uetr),
    leaf('TxSts', status),
    reasonOf('StsRsnInf', reason),
    leaf('AcctSvcrRef', bankReference),
  );

/** The statuses of transfers between banks, pacs.002.001.10. */
export const pacs002 = (statuses: readonly StatusRecord[]): string =>
  documentOf(
    'pacs.002.001.10',
    group(
      'FIToFIPmtStsRpt',
      header(statuses[0]!.messageId),
      group(
        'OrgnlGrpInfAndSts',
        leaf('OrgnlMsgId', statuses[0]!.originalMessageId),
        leaf('OrgnlMsgNmId', 'pacs.008.001.08'),
      ),
      ...statuses.map(transactionOf),
    ),
  );

/** Returns of transfers, pacs.004.001.09. */
export const pacs004 = (returns: readonly ReturnRecord[]): string =>
  documentOf(
    'pacs.004.001.09',
    group(
      'PmtRtr',
      group(
        'GrpHdr',
        leaf('MsgId', returns[0]!.messageId),
        leaf('CreDtTm', CREATED),
        leaf('NbOfTxs', String(returns.length)),
        group('SttlmInf', leaf('SttlmMtd', 'INDA')),
      ),
      ...returns.map(({ returnId, reference, uetr, amount, reason }) =>
        group(
          'TxInf',
          leaf('RtrId', returnId),
          leaf('OrgnlEndToEndId', reference),
          leaf('OrgnlUETR', uetr),
          amountLeaf('RtrdIntrBkSttlmAmt', amount),
          reasonOf('RtrRsnInf', reason),
        ),
      ),
    ),
  );

type Statement = 'camt.053' | 'camt.054';
const elements: Readonly<Record<Statement, readonly [message: string, statement: string]>> = {
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
};

/** Statements (camt.053.001.08) or notifications (camt.054.001.08) of bookings, each account and statement for itself. */
export function camt(
  statement: Statement,
  messageId: string,
  records: readonly (EntryRecord | BalanceRecord)[],
): string {
  const [message, name] = elements[statement];
  const statements = Map.groupBy(records, (one) => JSON.stringify([one.statementId, one.account]));
  return documentOf(
    `${statement}.001.08`,
    group(message, header(messageId), ...[...statements.values()].map((some) => statementOf(name, some))),
  );
}

function statementOf(name: string, records: readonly (EntryRecord | BalanceRecord)[]): Xml {
  const [{ statementId, account, amount }] = records as [EntryRecord | BalanceRecord];
  const isIban = /^[A-Z]{2}\d{2}/.test(account);
  return group(
    name,
    leaf('Id', statementId),
    leaf('CreDtTm', CREATED),
    parts.account('Acct', { iban: isIban ? account : null, number: isIban ? null : account }, amount.ccyCode),
    ...records.filter((one) => one.kind === 'balance').map(balanceOf),
    ...records.filter((one) => one.kind === 'entry').map(entryOf),
  );
}

const balanceOf = ({ type, amount, date }: BalanceRecord): Xml =>
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

export function entryOf(one: EntryRecord): Xml {
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
    leaf('AcctSvcrRef', one.bankReference),
    bankTransactionCode(direction === 'CREDIT' ? 'RCDT' : 'ICDT', isReturn ? 'RRTN' : 'ESCT'),
    group(
      'NtryDtls',
      one.transactions > 1 ? group('Btch', leaf('NbOfTxs', String(one.transactions))) : null,
      one.transactions > 1
        ? null
        : group(
            'TxDtls',
            group('Refs', leaf('EndToEndId', one.reference), leaf('UETR', one.uetr)),
            amountLeaf('Amt', one.amount),
            leaf('CdtDbtInd', direction === 'CREDIT' ? 'CRDT' : 'DBIT'),
            group(
              'RltdPties',
              party.name === '' && party.address === null ? null : group(side, parts.party('Pty', party)),
              parts.account(`${side}Acct`, party.account),
            ),
            group('RltdAgts', isAgentKnown ? parts.agent(`${side}Agt`, party.agent) : null),
            group('RmtInf', leaf('Ustrd', one.remittance)),
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
