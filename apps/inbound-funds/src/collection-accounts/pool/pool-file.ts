import { isCurrency, refuse } from '@corridor/kernel';
import { CsvError, parse } from 'csv-parse/sync';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { type AccountDetails, EVERY_CURRENCY } from './pool-account.js';
import type { localRouting } from './pool-routes.js';

/** An account as a bank has described it, or the reason why it is none. */
type AccountOr =
  | { readonly account: AccountDetails; readonly reason: null }
  | { readonly account: null; readonly reason: string };

/** A line of the bank's file. */
export type Line = { readonly line: number } & AccountOr;

/** The columns, in any order; those that are missing are empty. */
const columns = [
  'currency',
  'country',
  'iban',
  'bic',
  'account_number',
  'routing_code',
  'bank_name',
  'bank_address',
  'holder',
] as const;
const needed = ['currency', 'country', 'bank_name'] as const;
export type Row = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/**
 * Reads CSV (RFC 4180) with a header.
 * @throws Refusal `invalid_request` if the text is no such file
 */
export function linesOf(csv: string): Line[] {
  const [header, ...rows] = recordsOf(csv);
  const names = header?.record ?? [];
  const unknown = names.find((name) => !columns.includes(name as (typeof columns)[number]));
  if (unknown !== undefined) throw notCsv(`The header has an unknown column: ${unknown}.`);
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) throw notCsv(`The header must have ${missing.join(', ')}.`);
  if (new Set(names).size < names.length) throw notCsv('The header names a column twice.');
  return rows.map(({ record, info: { lines: line } }) => {
    if (record.length > names.length)
      return { line, account: null, reason: 'it has more fields than the header' };
    return { line, ...accountOr(Object.fromEntries(names.map((name, i) => [name, record[i] ?? '']))) };
  });
}

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function recordsOf(csv: string): CsvRecord[] {
  try {
    return parse(csv, {
      bom: true,
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(`${error.message}.`);
  }
}

function notCsv(detail: string) {
  const issue = { pointer: '#/csv', code: 'not_readable', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

/** The account that these texts describe. */
export function accountOr(row: Row): AccountOr {
  const account = accountIn(row);
  const reason = problemOf(account);
  return reason === null ? { account, reason } : { account: null, reason };
}

/** Banks write numbers with spaces and hyphens. */
const compact = (text = ''): string | null => text.replace(/[\s-]/g, '').toUpperCase() || null;

function accountIn(row: Row): AccountDetails {
  const { currency = '', country = '', bank_address: address = '' } = row;
  return {
    ccyCode: currency === EVERY_CURRENCY ? null : currency.toUpperCase(),
    countryCode: country.toUpperCase(),
    iban: compact(row.iban),
    bicSwiftCode: compact(row.bic),
    accountNumber: compact(row.account_number),
    routingCode: compact(row.routing_code),
    bankName: row.bank_name ?? '',
    bankAddress: address.split('|').flatMap((one) => one.trim() || []),
    accountHolderName: row.holder || null,
  };
}

const MOST_CHARACTERS = 140;

function problemOf(account: AccountDetails): string | null {
  const { ccyCode, countryCode, iban, accountNumber, bankName, bankAddress, accountHolderName } = account;
  if (ccyCode !== null && !isCurrency(ccyCode))
    return `currency must be a currency code or ${EVERY_CURRENCY}`;
  if (!/^[A-Z]{2}$/.test(countryCode)) return 'country must have two letters';
  if (bankName === '') return 'bank_name must be given';
  if ([bankName, ...bankAddress, accountHolderName ?? ''].some((text) => text.length > MOST_CHARACTERS))
    return `a text is longer than ${MOST_CHARACTERS} characters`;
  if (iban === null && accountNumber === null) return 'iban or account_number must be given';
  if (iban === null && ccyCode === null) return 'an account for every currency needs an iban';
  return internationalProblem(account) ?? localProblem(account);
}

function internationalProblem({ iban, bicSwiftCode, countryCode }: AccountDetails): string | null {
  if (iban === null) return bicSwiftCode === null ? null : 'bic needs an iban';
  if (!isValidIBAN(iban)) return 'iban has a wrong length, structure or check digit';
  if (!iban.startsWith(countryCode)) return 'iban is of another country';
  if (bicSwiftCode === null || !isValidBIC(bicSwiftCode)) return 'bic must have 8 or 11 characters';
  return null;
}

/** By country: the routing code, the account number, and how a violation is told. */
const formats: Readonly<Record<keyof typeof localRouting, readonly [RegExp, RegExp, string]>> = {
  GB: [/^\d{6}$/, /^\d{8}$/, 'GB needs a sort code of 6 and an account number of 8 digits'],
  US: [/^\d{9}$/, /^\d{4,17}$/, 'US needs a routing number of 9 and an account number of 4 to 17 digits'],
  CA: [
    /^0\d{8}$/,
    /^\d{5,12}$/,
    'CA needs a routing number of 0 and 8 digits, and an account number of 5 to 12',
  ],
};

function localProblem({ countryCode, routingCode, accountNumber, iban }: AccountDetails): string | null {
  if (accountNumber === null) return routingCode === null ? null : 'routing_code needs an account_number';
  const format = formats[countryCode as keyof typeof formats];
  if (!format)
    return `account_number is possible in ${Object.keys(formats).join(', ')}, elsewhere only an iban`;
  const [ofRouting, ofNumber, violation] = format;
  if (!ofRouting.test(routingCode ?? '') || !ofNumber.test(accountNumber)) return violation;
  if (countryCode === 'US' && !isAba(routingCode ?? '')) return 'routing_code has a wrong check digit';
  if (iban !== null && !iban.endsWith(`${routingCode}${accountNumber}`))
    return 'iban and account_number are of different accounts';
  return null;
}

/** American Bankers Association: the weighted sum is divisible by 10. */
const isAba = (code: string): boolean =>
  [...code].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10 === 0;
