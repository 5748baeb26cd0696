import { type Money, negate } from '@corridor/kernel';
import { amountOf, sumOf } from '../amounts.js';
import { dateOf } from '../dates.js';
import { unreadable } from '../xml/unreadable-file.js';
import type { Element, Found } from '../xml/elements.js';
import { accountIn, agentIn, partyIn } from './parts-in.js';
import type { MessageReader } from './read-bank-file.js';
import { reasonIn } from './reason.js';
import type { BalanceRecord, EntryRecord } from './records.js';
import { given, idsIn } from './status.js';

/** Of camt.052, camt.053 and camt.054, versions 2 and later. */
export const statementReader = (): MessageReader => ({
  names: new Set(['Ntry', 'Bal']),
  read: (found) => (found.element.name === 'Bal' ? [balanceIn(found)] : entriesIn(found)),
  end: () => [],
});

function statementOf({ parents, where }: Found) {
  const statement = parents.at(-1);
  const [account] = statement?.at('Acct') ?? [];
  const { iban, number } = accountIn(account);
  return {
    statementId: statement?.textAt('Id') ?? unreadable(where, 'the statement has no id'),
    account: (iban ?? number)?.replace(/\s+/g, '') ?? unreadable(where, 'the statement names no account'),
  };
}

function balanceIn(found: Found): BalanceRecord {
  const { element, where } = found;
  const type = element.textAt('Tp', 'CdOrPrtry', 'Cd') ?? element.textAt('Tp', 'CdOrPrtry', 'Prtry') ?? '';
  const amount = moneyIn(where, element.at('Amt')[0]);
  return {
    kind: 'balance',
    ...statementOf(found),
    type,
    amount: directionIn(where, element) === 'DEBIT' ? negate(amount) : amount,
    date: dateIn(where, element, 'Dt') ?? unreadable(where, 'the balance has no date'),
  };
}

function entriesIn(found: Found): EntryRecord[] {
  const { element: entry, where } = found;
  const amount = moneyIn(where, entry.at('Amt')[0]);
  const direction = directionIn(where, entry);
  const bookedOn = dateIn(where, entry, 'BookgDt') ?? dateIn(where, entry, 'ValDt');
  const common = {
    kind: 'entry',
    ...statementOf(found),
    direction,
    amount,
    status: statusIn(where, entry),
    isReversal: ['true', '1'].includes(entry.textAt('RvslInd') ?? ''),
    bookedOn: bookedOn ?? unreadable(where, 'the booking has no date'),
    valueDate: dateIn(where, entry, 'ValDt') ?? bookedOn!,
  } as const;
  const ofEntry = entry.textAt('AcctSvcrRef') ?? entry.textAt('NtryRef');
  const details = entry.at('NtryDtls', 'TxDtls');
  const told = Number(entry.textAt('NtryDtls', 'Btch', 'NbOfTxs') ?? '1');
  const parts = details.length > 1 ? partsOf(where, details, common) : null;
  if (details.length > 1 && parts === null)
    return [
      {
        ...common,
        ...detailsIn(entry, null, common),
        bankReference: ofEntry,
        transactions: details.length,
        batch: batchIn(entry),
      },
    ];
  if (parts === null) {
    const one = { ...common, ...detailsIn(entry, details[0] ?? null, common) };
    return [
      {
        ...one,
        bankReference: ofEntry ?? one.bankReference,
        transactions: Math.max(told, 1),
        batch: batchIn(entry),
      },
    ];
  }
  return parts.map((part, index) => {
    const own = { ...common, ...part };
    const one = { ...own, ...detailsIn(entry, details[index]!, own) };
    // One reference for all of them does not tell them apart; their order in the booking does.
    const isOwn = one.bankReference !== null && one.bankReference !== ofEntry;
    const numbered = ofEntry === null ? null : `${ofEntry}/${index + 1}`;
    return { ...one, bankReference: isOwn ? one.bankReference : numbered, transactions: 1, batch: null };
  });
}

type Part = Pick<EntryRecord, 'amount' | 'direction'>;

/**
 * The transactions of a booking, of which some can go in the other direction; null if the bank does not tell their amounts, or they are
 * not its total.
 */
function partsOf(
  where: string,
  details: readonly Element[],
  { amount: total, direction }: Part,
): Part[] | null {
  const amounts = details.map((one) => {
    const all = [
      ...one.at('Amt'),
      ...one.at('AmtDtls', 'TxAmt', 'Amt'),
      ...one.at('AmtDtls', 'CntrValAmt', 'Amt'),
      ...one.at('AmtDtls', 'InstdAmt', 'Amt'),
    ];
    return all.find(({ attributes }) => attributes.Ccy === total.ccyCode);
  });
  if (amounts.includes(undefined)) return null;
  const parts = details.map((one, index): Part => {
    const own = one.textAt('CdtDbtInd') === null ? direction : directionIn(where, one);
    return { amount: moneyIn(where, amounts[index]), direction: own };
  });
  const signed = parts.map((one) => (one.direction === direction ? one.amount : negate(one.amount)));
  return sumOf(total.ccyCode, signed).minor === total.minor ? parts : null;
}

/** In the booking, or in its only details. Before version 4 details had none of their own. */
function batchIn(entry: Element): EntryRecord['batch'] {
  const of = (name: string) =>
    given(entry.textAt('NtryDtls', 'Btch', name) ?? entry.textAt('NtryDtls', 'TxDtls', 'Refs', name));
  const [messageId, blockId] = [of('MsgId'), of('PmtInfId')];
  return messageId === null && blockId === null ? null : { messageId, blockId };
}

/** What the bank tells of a transaction. @param details null if it tells none */
function detailsIn(
  entry: Element,
  details: Element | null,
  { direction, account }: Pick<EntryRecord, 'direction' | 'account'>,
) {
  const references = details?.at('Refs')[0];
  const codes = [details, entry].flatMap((one) => one?.at('BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? []);
  const returned = details?.all('RtrInf') ?? [];
  const side = direction === 'CREDIT' ? 'Dbtr' : 'Cdtr';
  return {
    bankReference: references?.textAt('AcctSvcrRef') ?? null,
    ...idsIn(references, ''),
    party: otherSide(details, side),
    ultimateParty: partyIn(details?.at('RltdPties', `Ultmt${side}`)[0]).name || null,
    virtualAccount: direction === 'CREDIT' ? virtualAccountIn(details, account) : null,
    remittance: remittanceIn(details) ?? entry.textAt('AddtlNtryInf'),
    returnReason: reasonIn(returned),
    // Returned and rejected transfers, by the sub-families of issued and received credit transfers.
    isReturn: returned.length > 0 || codes.some(({ line }) => line === 'RRTN' || line === 'RPCR'),
  };
}

function otherSide(details: Element | null, side: 'Dbtr' | 'Cdtr'): EntryRecord['party'] {
  const [parties] = details?.at('RltdPties') ?? [];
  const [agents] = details?.at('RltdAgts') ?? [];
  const [account] = parties?.at(`${side}Acct`) ?? [];
  const { name, address } = partyIn(parties?.at(side)[0]);
  return {
    name: name || (account?.textAt('Nm') ?? ''),
    address,
    account: accountIn(account),
    agent: agentIn(agents?.at(`${side}Agt`)[0]),
  };
}

/** Null if it is the account of the statement. */
function virtualAccountIn(details: Element | null, account: string): string | null {
  const { iban, number } = accountIn(details?.at('RltdPties', 'CdtrAcct')[0]);
  const paid = (iban ?? number)?.replace(/\s+/g, '') ?? account;
  return paid === account ? null : paid;
}

function remittanceIn(details: Element | null): string | null {
  const texts = [
    ...(details?.at('RmtInf', 'Ustrd') ?? []),
    ...(details?.at('RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ?? []),
  ].map(({ line }) => line);
  return texts.filter(Boolean).join(' ') || (details?.textAt('AddtlTxInf') ?? null);
}

const moneyIn = (where: string, element: Element | undefined): Money =>
  amountOf(where, element?.attributes.Ccy ?? '', element?.line ?? '');

function directionIn(where: string, element: Element): EntryRecord['direction'] {
  const indicator = element.textAt('CdtDbtInd');
  if (indicator === 'CRDT') return 'CREDIT';
  return indicator === 'DBIT'
    ? 'DEBIT'
    : unreadable(where, 'it does not say whether it is a credit or a debit');
}

/** A code in an element of its own since version 8, as text before. */
function statusIn(where: string, entry: Element): EntryRecord['status'] {
  const status = entry.textAt('Sts', 'Cd') ?? entry.textAt('Sts');
  if (status === 'BOOK') return 'BOOKED';
  if (status === 'PDNG' || status === 'FUTR') return 'PENDING';
  return status === 'INFO' ? 'INFORMATION' : unreadable(where, `“${status}” is no status of a booking`);
}

function dateIn(where: string, element: Element, name: string) {
  const text = element.textAt(name, 'Dt') ?? element.textAt(name, 'DtTm');
  return text === null ? null : dateOf(where, text);
}
