import { type CalendarDate, isCurrency, negate } from '@corridor/kernel';
import { amountOf } from '../amounts.js';
import type { ByteSource } from '../xml/byte-source.js';
import { shortDateOf } from '../dates.js';
import { unreadable } from '../xml/unreadable-file.js';
import { informationIn } from './mt-information.js';
import { type Field, fieldsOf } from './mt-fields.js';
import type { BalanceRecord, BankRecord, EntryRecord } from './records.js';

/**
 * The statements of a file of MT940 (a day, with balances) or MT942 (bookings since the last one).
 * @throws UnreadableFile also for an MT940 without a closing balance: it is not complete
 */
export async function* readStatementMt(source: ByteSource): AsyncGenerator<BankRecord> {
  let message = new Message();
  let messages = 0;
  for await (const field of fieldsOf(source)) {
    if (field) yield* message.read(field);
    else if (message.hasBegun) {
      yield* message.end(source.name);
      message = new Message();
      messages++;
    }
  }
  if (messages === 0) unreadable(source.name, 'it has no statement');
}

const balanceTypes: Readonly<Record<string, string>> = {
  '60F': 'OPBD',
  '60M': 'ITBD',
  '62F': 'CLBD',
  '62M': 'ITBD',
  '64': 'CLAV',
  '65': 'FWAV',
};

/** Valid also for MT942, whose currency is in its floor limit. */
class Message {
  private reference: string | null = null;
  private account: string | null = null;
  private number = '';
  private ccyCode: string | null = null;
  private pending: Field | null = null;
  private kind: 'MT940' | 'MT942' = 'MT940';
  private isClosed = false;

  get hasBegun(): boolean {
    return this.reference !== null;
  }

  *read(field: Field): Generator<BankRecord> {
    const { tag, lines, where } = field;
    const value = lines[0]!.trim();
    if (tag === '20') {
      this.reference = value;
      return;
    }
    if (this.reference === null) unreadable(where, 'a statement begins with field 20');
    if (tag === '86' && this.pending) {
      yield this.entry(this.pending, lines);
      this.pending = null;
      return;
    }
    yield* this.rest();
    if (tag === '25' || tag === '25P') this.account = value;
    else if (tag === '28C' || tag === '28') this.number = value;
    else if (tag === '13D' || tag === '34F') this.isInterim(field, value);
    else if (tag === '61') this.pending = field;
    else if (tag in balanceTypes) yield this.balance(field, value);
  }

  *end(name: string): Generator<BankRecord> {
    yield* this.rest();
    if (this.kind === 'MT940' && !this.isClosed)
      unreadable(name, `the statement ${this.reference} ends before its closing balance`);
  }

  private *rest(): Generator<BankRecord> {
    if (this.pending) yield this.entry(this.pending, []);
    this.pending = null;
  }

  private isInterim({ tag, where }: Field, value: string): void {
    this.kind = 'MT942';
    if (tag === '34F') this.setCurrency(where, value.slice(0, 3));
  }

  private setCurrency(where: string, ccyCode: string): void {
    if (!isCurrency(ccyCode)) unreadable(where, `“${ccyCode}” is no currency`);
    if (this.ccyCode !== null && this.ccyCode !== ccyCode)
      unreadable(where, `a statement in ${this.ccyCode} has a balance in ${ccyCode}`);
    this.ccyCode = ccyCode;
  }

  private common(where: string) {
    const account = this.account ?? unreadable(where, 'the statement names no account');
    const ccyCode = this.ccyCode ?? unreadable(where, 'the statement names no currency');
    return {
      ccyCode,
      // Its pages are one statement.
      statementId: [this.reference, this.number.split('/')[0]].filter(Boolean).join(' '),
      account: accountNumberOf(account, ccyCode),
    };
  }

  private balance({ tag, where }: Field, value: string): BalanceRecord {
    const [, mark, date, ccyCode, amount] =
      /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(value) ?? unreadable(where, `“${value}” is no balance`);
    this.setCurrency(where, ccyCode!);
    if (tag.startsWith('62')) this.isClosed = true;
    const { statementId, account } = this.common(where);
    const money = amountOf(where, ccyCode!, amount!.replace(',', '.'));
    return {
      kind: 'balance',
      statementId,
      account,
      type: balanceTypes[tag]!,
      amount: mark === 'D' ? negate(money) : money,
      date: shortDateOf(where, date!),
    };
  }

  private entry({ lines, where }: Field, information: readonly string[]): EntryRecord {
    const { ccyCode, statementId, account } = this.common(where);
    const [first = '', supplement = ''] = lines;
    const [, date, booked, mark = '', , amount, type, references = ''] =
      /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d[\d,]*)([NFS][A-Z0-9]{3})(.*)$/.exec(first) ??
      unreadable(where, `“${first}” is no statement line`);
    const [ofCustomer = '', ofBank = ''] = references.split('//').map((one) => one.trim());
    const told = informationIn(information);
    const valueDate = shortDateOf(where, date!);
    const reference = told.reference ?? (ofCustomer === 'NONREF' ? null : ofCustomer || null);
    const isReturn = type!.endsWith('RTI') || told.isReturn;
    return {
      kind: 'entry',
      statementId,
      account,
      // The reversal of a credit takes money away.
      direction: mark.endsWith('C') === mark.startsWith('R') ? 'DEBIT' : 'CREDIT',
      amount: amountOf(where, ccyCode, amount!.replace(',', '.')),
      status: mark.startsWith('E') ? 'PENDING' : 'BOOKED',
      isReversal: mark.startsWith('R'),
      bookedOn: booked === undefined ? valueDate : bookedOn(where, valueDate, booked),
      valueDate,
      bankReference: ofBank || null,
      reference,
      instructionId: null,
      uetr: told.uetr,
      party: told.party,
      ultimateParty: told.ultimateParty,
      virtualAccount: null,
      remittance: (told.remittance ?? supplement.trim()) || null,
      isReturn,
      returnReason: isReturn ? told.reason : null,
      transactions: 1,
      batch: null,
    };
  }
}

/** `DE89370400440532013000EUR`, `37040044/0532013000`: the number alone. */
function accountNumberOf(text: string, ccyCode: string): string {
  const number = text.replace(/\s+/g, '').split('/').at(-1)!;
  return number.endsWith(ccyCode) ? number.slice(0, -ccyCode.length) : number;
}

/** The day without a year, of the year in which it is nearer to the value date. */
function bookedOn(where: string, valueDate: CalendarDate, monthAndDay: string): CalendarDate {
  const year = Number(valueDate.slice(2, 4));
  const months = Number(monthAndDay.slice(0, 2)) - Number(valueDate.slice(5, 7));
  const booked = months > 6 ? year - 1 : months < -6 ? year + 1 : year;
  return shortDateOf(where, String(booked).padStart(2, '0') + monthAndDay);
}
