import type { Money } from '@corridor/kernel';

/** An account of the customer, from which payments leave and on which money arrives. */
export interface BankAccount {
  /** An IBAN, or another number. */
  readonly number: string;
  readonly ccyCode: string;
  readonly opening: Money;
  /** How far the account can be overdrawn. */
  readonly creditLine: Money;
}

/** An account number that leads to an account of the customer in the currency of the credit. */
export interface VirtualAccount {
  readonly iban: string;
  /** `*` for every currency. */
  readonly ccyCode: string;
}

const DIGITS = 8;
const numericOf = (text: string) => BigInt([...text].map((one) => parseInt(one, 36)).join(''));

/** An IBAN (ISO 13616) at the bank of another one, of which each number gives another one. */
export function ibanBeside(iban: string, number: number): string {
  const country = iban.slice(0, 2);
  const bban = iban.slice(4, -DIGITS) + String(number).padStart(DIGITS, '0');
  const check = 98n - (numericOf(`${bban}${country}00`) % 97n);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

/** The file that the import of collection accounts reads (docs/bank.md). */
export const csvOf = (accounts: readonly VirtualAccount[], bic: string, bankName: string): string =>
  [
    'currency,country,iban,bic,bank_name',
    ...accounts.map(({ ccyCode, iban }) =>
      [ccyCode, iban.slice(0, 2), iban, bic, `"${bankName.replaceAll('"', '""')}"`].join(','),
    ),
    '',
  ].join('\n');
