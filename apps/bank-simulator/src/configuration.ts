import { resolve } from 'node:path';
import { type Money, isCurrency, parseAmount } from '@corridor/kernel';
import type { BankAccount } from './accounts.js';
import { type Fields, RuleError, ruleFrom } from './rule-from.js';
import type { Rule } from './rules.js';

export interface Configuration {
  /** With `out` (from the customer) and `in` (to it). */
  readonly exchange: string;
  readonly name: string;
  readonly bic: string;
  readonly accounts: readonly BankAccount[];
  readonly rules: readonly Rule[];
}

/**
 * Reads `bank.json`: `{ "exchange": "../rail", "name": "Demo Bank", "bic": "…", "accounts": [{ "number": "GB…", "currency": "GBP",
 * "opening": 0, "creditLine": 1000000 }], "rules": [{ "effect": "reject", "account": "DE…" }] }`.
 * @param folder to which `exchange` is relative
 * @throws Error that says what is wrong
 */
export function configurationFrom(text: string, folder: string): Configuration {
  const {
    exchange,
    name,
    bic,
    accounts = [],
    rules = [],
  } = JSON.parse(text) as {
    readonly exchange?: unknown;
    readonly name?: unknown;
    readonly bic?: unknown;
    readonly accounts?: readonly Fields[];
    readonly rules?: readonly Fields[];
  };
  return {
    exchange: resolve(folder, textIn('exchange', exchange)),
    name: textIn('name', name),
    bic: textIn('bic', bic),
    accounts: accounts.map(accountFrom),
    // Their ids are the same at each start, so that `times` counts over all of them.
    rules: rules.map((one, index) => ruleFrom(`c${index + 1}`, one)),
  };
}

function accountFrom({ number, currency, opening = 0, creditLine = 0 }: Fields): BankAccount {
  const ccyCode = textIn('currency', currency);
  if (!isCurrency(ccyCode)) throw new RuleError(`"${ccyCode}" is no currency`);
  return {
    number: textIn('number', number),
    ccyCode,
    opening: amountIn(ccyCode, opening),
    creditLine: amountIn(ccyCode, creditLine),
  };
}

export function amountIn(ccyCode: string, given: unknown): Money {
  const value = Number(given);
  const amount = given === '' || given === null ? 'not_a_number' : parseAmount(ccyCode, value);
  if (typeof amount === 'string' || amount.minor < 0n)
    throw new RuleError(`"${String(given)}" is no amount in ${ccyCode}`);
  return amount;
}

export function textIn(name: string, given: unknown): string {
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  throw new RuleError(`${name} is missing`);
}
