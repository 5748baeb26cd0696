import {
  type CalendarDate,
  type Money,
  decimalText,
  fromResource,
  isCalendarDate,
  isCurrency,
  parseAmount,
} from '@corridor/kernel';
import { type BankAccounts, operatorAccountOf } from '@corridor/platform';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RailCredit, RailPayment, RailReport, RailStatementPart } from '../payment-rail.js';

/** What Corridor and a provider say to each other in JSON; docs/write-a-rail.md has it in words. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Exact: at most 15 digits. */
const amount = Type.Object({
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  value: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,3})?$' }),
});

const status = Type.Object({
  reference: text(64),
  status: Type.Enum(['RECEIVED', 'ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED']),
  reason: orNull(Type.String()),
  returned: orNull(amount),
  bankReference: orNull(text(64)),
});

const credit = Type.Object({
  bankReference: text(64),
  account: text(64),
  bankAccount: orNull(text(64)),
  amount,
  valueDate: text(10),
  reference: orNull(Type.String({ maxLength: 512 })),
  sender: orNull(
    Type.Object({
      name: orNull(Type.String({ maxLength: 255 })),
      ultimateDebtor: orNull(Type.String({ maxLength: 255 })),
      address: orNull(Type.String({ maxLength: 512 })),
      country: orNull(Type.String({ pattern: '^[A-Z]{2}$' })),
      account: orNull(Type.String({ maxLength: 64 })),
      bic: orNull(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
      routingCode: orNull(Type.String({ maxLength: 64 })),
    }),
  ),
});

/** Below zero for a debit. */
const signed = Type.Object({
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  value: Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,3})?$' }),
});

const MOST_LINES = 500;

const statement = Type.Object({
  statementId: text(64),
  version: text(64),
  account: text(64),
  day: text(10),
  opening: orNull(signed),
  closing: signed,
  lineCount: Type.Integer({ minimum: 0 }),
  from: Type.Integer({ minimum: 0 }),
  lines: Type.Array(
    Type.Object({
      amount: signed,
      bookedOn: text(10),
      valueDate: text(10),
      reference: orNull(text(64)),
      bankReference: orNull(text(64)),
      text: orNull(Type.String({ maxLength: 140 })),
    }),
    { maxItems: MOST_LINES },
  ),
});

const event = Type.Union([
  Type.Object({ id: text(128), payment: status }),
  Type.Object({ id: text(128), credit }),
  Type.Object({ id: text(128), statement }),
]);

const refusal = Type.Object({ code: text(64), reason: orNull(Type.String()) });

/** Reasons are shown to people; some providers write a page. */
const MOST_OF_REASON = 300;

/** Something that the provider has told, under an id of its own. */
export interface ProviderEvent {
  readonly id: string;
  readonly report: RailReport | null;
  readonly credit: RailCredit | null;
  readonly part: RailStatementPart | null;
}

export const writtenAmount = (of: Money): Static<typeof amount> => ({
  currency: of.ccyCode,
  value: decimalText(of),
});

/** The body that orders a payment. @param account from which it leaves; null if the provider knows */
export const orderOf = ({ amount: ordered, ...one }: RailPayment, account: string | null) => ({
  reference: one.reference,
  uetr: one.uetr,
  kind: one.kind,
  account,
  amount: writtenAmount(fromResource(ordered)),
  valueDate: one.valueDate,
  paymentType: one.paymentType,
  chargeType: one.chargeType,
  orderingParty: one.orderingParty,
  creditor: one.creditor,
  narrative: one.narrative,
  purposeCode: one.purposeCode,
});

/** The status of a payment in a response. @returns null if the provider has it and says no more yet. @throws Error if it is not that */
export function statusIn(body: unknown, reference: string): RailReport | null {
  if (!Value.Check(status, body)) throw new Error('the response is not the status of a payment');
  if (body.reference !== reference)
    throw new Error(`the response is about ${body.reference}, not ${reference}`);
  return reportOf(body, `${reference} ${body.status}`);
}

/** Why the provider refuses. @throws Error if the response does not say so */
export function refusalIn(body: unknown): { readonly code: string; readonly reason: string } {
  if (!Value.Check(refusal, body)) throw new Error('the response has no code of a refusal');
  return { code: body.code, reason: shortened(body.reason) ?? body.code };
}

/**
 * @param accounts of the operator; null if none are named
 * @throws Error that says what cannot be understood, or is about an account of somebody else
 */
export function eventIn(given: unknown, accounts: BankAccounts | null): ProviderEvent {
  if (!Value.Check(event, given)) {
    const [first] = Value.Errors(event, given);
    throw new Error(`it is no event: ${first?.instancePath || '/'} ${first?.message ?? ''}`);
  }
  const { id } = given;
  return {
    id,
    report: 'payment' in given ? reportOf(given.payment, id) : null,
    credit: 'credit' in given ? creditOf(given.credit, accounts) : null,
    part: 'statement' in given ? partOf(given.statement, accounts) : null,
  };
}

function reportOf(given: Static<typeof status>, reportId: string): RailReport | null {
  if (given.status === 'RECEIVED') return null;
  return {
    reportId,
    reference: given.reference,
    status: given.status,
    reason: shortened(given.reason),
    returned: given.returned ? paidIn(given.returned) : null,
    bankReference: given.bankReference ?? null,
  };
}

function creditOf(given: Static<typeof credit>, accounts: BankAccounts | null): RailCredit {
  const paid = paidIn(given.amount);
  return {
    bankReference: given.bankReference,
    accountNumber: given.account,
    bankAccount: bankAccountOf(given, accounts),
    amount: paid,
    valueDate: dateOf(given.valueDate),
    reference: given.reference ?? null,
    sender: {
      name: given.sender?.name ?? null,
      ultimateDebtor: given.sender?.ultimateDebtor ?? null,
      address: given.sender?.address ?? null,
      countryCode: given.sender?.country ?? null,
      accountNumber: given.sender?.account ?? null,
      bicSwiftCode: given.sender?.bic ?? null,
      routingCode: given.sender?.routingCode ?? null,
    },
  };
}

/** At which a credit is booked; null if the provider names only another one, to which the sender has paid. */
function bankAccountOf(
  { account, bankAccount, amount: { currency } }: Static<typeof credit>,
  accounts: BankAccounts | null,
): string | null {
  if (!accounts) return bankAccount ?? null;
  if (bankAccount) return oursOf(accounts, currency, bankAccount);
  const isOfAnother = [...accounts.keys()].some((one) => operatorAccountOf(accounts, one, account) !== null);
  if (isOfAnother || !accounts.has(currency)) return oursOf(accounts, currency, account);
  return null;
}

function oursOf(accounts: BankAccounts, currency: string, account: string): string {
  const ours = operatorAccountOf(accounts, currency, account);
  if (ours === null) throw new Error(`${account} is none of the ${currency} accounts in RAIL_ACCOUNTS`);
  return ours;
}

function partOf(
  { from, lines, ...given }: Static<typeof statement>,
  accounts: BankAccounts | null,
): RailStatementPart {
  if (accounts) oursOf(accounts, given.closing.currency, given.account);
  return {
    statement: {
      statementId: given.statementId,
      version: given.version,
      accountNumber: given.account,
      day: dateOf(given.day),
      opening: given.opening ? moneyOf(given.opening) : null,
      closing: moneyOf(given.closing),
      lineCount: given.lineCount,
    },
    from,
    lines: lines.map((line) => ({
      amount: moneyOf(line.amount),
      bookedOn: dateOf(line.bookedOn),
      valueDate: dateOf(line.valueDate),
      reference: line.reference ?? null,
      bankReference: line.bankReference ?? null,
      text: line.text ?? null,
    })),
  };
}

function dateOf(given: string): CalendarDate {
  if (!isCalendarDate(given)) throw new Error(`${given} is no date`);
  return given;
}

function paidIn(given: Static<typeof amount>): Money {
  const paid = moneyOf(given);
  if (paid.minor === 0n) throw new Error('nobody pays nothing');
  return paid;
}

function moneyOf({ currency, value }: Static<typeof signed>): Money {
  const read = isCurrency(currency) ? parseAmount(currency, Number(value)) : 'not_a_number';
  if (typeof read === 'string') throw new Error(`${value} ${currency} is no amount`);
  return read;
}

const shortened = (reason: string | null | undefined): string | null =>
  reason ? reason.slice(0, MOST_OF_REASON) : null;
