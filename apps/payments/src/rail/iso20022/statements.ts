import { type Hash, createHash } from 'node:crypto';
import type { BalanceRecord, BankRecord, EntryRecord } from '@corridor/iso20022';
import { type CalendarDate, type Money, negate } from '@corridor/kernel';
import type { RailStatement, RailStatementLine, RailStatementPart } from '../payment-rail.js';

/** Lines of a part. */
export const PART = 500;

/** What the first reading of a file finds out about a statement. */
interface Told {
  readonly statementId: string;
  readonly accountNumber: string;
  readonly digest: Hash;
  lineCount: number;
  opening: Money | null;
  closing: Money | null;
  day: CalendarDate | null;
}

/**
 * The statements of a file. The first reading counts their lines and finds their balances, the second one makes the parts: no more
 * than a part of each is in the memory. Notifications and reports of a day that goes on have no closing balance, and are no statements.
 */
export class Statements {
  private readonly told = new Map<string, Told>();
  private readonly parts = new Map<string, { from: number; lines: RailStatementLine[] }>();

  /** In the first reading. */
  note(record: BankRecord): void {
    if (record.kind === 'balance') this.noteBalance(record);
    else if (isBooked(record)) {
      const told = this.of(record);
      told.lineCount++;
      told.digest.update(textOf(lineOf(record)));
    }
  }

  /** In the second reading. @param totalOf the references that a booking stands for; null for one */
  *read(record: BankRecord, totalOf: readonly string[] | null = null): Generator<RailStatementPart> {
    if (!isBooked(record)) return;
    const key = keyOf(record);
    const statement = this.statementOf(key);
    if (!statement) return;
    const part = this.parts.get(key) ?? { from: 0, lines: [] };
    part.lines.push({ ...lineOf(record), ...(totalOf && { totalOf }) });
    this.parts.set(key, part);
    if (part.lines.length < PART) return;
    this.parts.set(key, { from: part.from + PART, lines: [] });
    yield { statement, ...part };
  }

  /** After the second reading. */
  *rest(): Generator<RailStatementPart> {
    for (const key of this.told.keys()) {
      const statement = this.statementOf(key);
      if (!statement) continue;
      const part = this.parts.get(key) ?? { from: 0, lines: [] };
      if (part.lines.length > 0 || statement.lineCount === 0) yield { statement, ...part };
    }
  }

  private noteBalance(record: BalanceRecord): void {
    const { type, amount, date } = record;
    const told = this.of(record);
    if (type === 'CLBD') [told.closing, told.day] = [amount, date];
    else if (type === 'OPBD' || type === 'PRCD') told.opening = amount;
    else return;
    told.digest.update(textOf({ type, amount, date }));
  }

  private of(record: EntryRecord | BalanceRecord): Told {
    const key = keyOf(record);
    const known = this.told.get(key);
    if (known) return known;
    const made: Told = {
      ...{ statementId: record.statementId, accountNumber: record.account, digest: createHash('sha256') },
      ...{ lineCount: 0, opening: null, closing: null, day: null },
    };
    this.told.set(key, made);
    return made;
  }

  private statementOf(key: string): RailStatement | null {
    const told = this.told.get(key);
    if (!told?.closing || !told.day) return null;
    const { statementId, accountNumber, day, opening, closing, lineCount, digest } = told;
    return {
      statementId: statementId.slice(0, 64),
      version: digest.copy().digest('hex'),
      ...{ accountNumber, day, opening, closing, lineCount },
    };
  }
}

const keyOf = ({ statementId, account, amount }: EntryRecord | BalanceRecord): string =>
  JSON.stringify([statementId, account, amount.ccyCode]);

const isBooked = (record: BankRecord): record is EntryRecord =>
  record.kind === 'entry' && record.status === 'BOOKED';

const textOf = (said: object): string =>
  JSON.stringify(said, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

function lineOf(one: EntryRecord): RailStatementLine {
  const { amount, direction, bookedOn, valueDate, reference, bankReference, party, remittance } = one;
  const text = [party.name, remittance].filter(Boolean).join(': ').slice(0, 140);
  return {
    amount: direction === 'DEBIT' ? negate(amount) : amount,
    ...{ bookedOn, valueDate },
    reference: reference?.slice(0, 64) ?? null,
    bankReference: bankReference?.slice(0, 64) ?? null,
    text: text || null,
  };
}
