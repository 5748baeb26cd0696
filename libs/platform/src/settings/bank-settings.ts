import { isCurrency } from '@corridor/kernel';
import type { ConfigType } from '@nestjs/config';
import { list } from './parse.js';
import { integerSetting, optionalSetting } from './setting.js';
import { settingsOf } from './settings.js';

/** By currency, the numbers of the accounts; payments leave from the first. */
export type BankAccounts = ReadonlyMap<string, readonly string[]>;

/** The accounts of the operator with the money of clients: one that is told twice would be two. */
function accountsOf(given: string): BankAccounts {
  const accounts = list(given).map((one): [string, string] => {
    const [, ccyCode = '', number = ''] = /^([A-Z]{3})=([A-Z0-9]{4,34})$/.exec(one.trim()) ?? [];
    return isCurrency(ccyCode) ? [ccyCode, number] : wrongAccount(one);
  });
  const twice = accounts.find(([ccyCode, number], i) =>
    accounts.slice(0, i).some(([other, same]) => other === ccyCode && same === number),
  );
  if (twice) throw new Error(`must name each account once, not ${twice.join('=')} again`);
  const byCurrency = Map.groupBy(accounts, ([ccyCode]) => ccyCode);
  return new Map([...byCurrency].map(([ccyCode, some]) => [ccyCode, some.map(([, number]) => number)]));
}

/**
 * The account of the operator in the currency that a bank means: it has its number, or is an IBAN that ends with the local number of the
 * bank. Null if it is none of them.
 */
export function operatorAccountOf(accounts: BankAccounts, ccyCode: string, number: string): string | null {
  const all = accounts.get(ccyCode) ?? [];
  if (all.includes(number)) return number;
  const local = all.filter(
    (one) => isIban(one) && number.length >= SHORTEST_LOCAL && one.slice(4).endsWith(number),
  );
  return local.length === 1 ? local[0]! : null;
}

const SHORTEST_LOCAL = 8;
const isIban = (number: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number);

function wrongAccount(one: string): never {
  throw new Error(`must be accounts such as EUR=DE89370400440532013000, separated by commas, not "${one}"`);
}

/** The rail pays from them, and the books have an account for each (ADR 63). */
export const bankAccountsSetting = optionalSetting(
  'RAIL_ACCOUNTS',
  'the bank accounts with the money of clients: `EUR=DE89370400440532013000,GBP=GB33BUKB20201555555555`; payments in a currency leave from its first one. Needed with `RAIL=iso20022`',
  accountsOf,
);

/** The rail settles debits by it, and the funds say when they are credited (ADR 68). */
export const achHoldDaysSetting = integerSetting(
  'RAIL_ACH_HOLD_DAYS',
  5,
  '`RAIL_ACH_ROUTING_NUMBER`: how many days of the Federal Reserve after its effective date a debit counts as settled',
  { least: 2, most: 60 },
);

export const achSettings = settingsOf('ach', { holdDays: achHoldDaysSetting });
export type AchSettings = ConfigType<typeof achSettings>;

export const bankSettings = settingsOf('bankAccounts', { accounts: bankAccountsSetting });
export type BankSettings = ConfigType<typeof bankSettings>;
