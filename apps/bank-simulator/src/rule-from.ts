import type { MessageKind } from './events.js';
import { type Rule, isAchCode } from './rules.js';

/** Options of a command, or fields of the configuration. */
export type Fields = Readonly<Record<string, string | number | undefined>>;

/** What the bank is asked for and cannot do. */
export class RuleError extends Error {}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30s`, `10m`, `2h` or `2d` in milliseconds. @throws RuleError */
export function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new RuleError(`"${text}" is no duration such as 30s, 10m, 2h or 2d`);
  return Number(count) * units[unit]!;
}

const kinds: readonly MessageKind[] = ['pain.002', 'pacs.002', 'pacs.004', 'camt.053', 'camt.054', 'ach'];
const ofPayments = ['reject', 'return', 'delay', 'change'] as const;
const ofMessages = ['hold', 'duplicate', 'reorder', 'garble'] as const;
const isOneOf = <Name extends string>(names: readonly Name[], given: unknown): given is Name =>
  names.includes(given as Name);

const defaults: Readonly<Record<Rule['effect'], string>> = {
  reject: '0s',
  return: '2d',
  delay: '1h',
  change: '2d',
  hold: '10m',
  duplicate: '0s',
  reorder: '10s',
  garble: '2m',
};

/** @throws RuleError that says what is wrong */
export function ruleFrom(id: string, fields: Fields): Rule {
  const { effect, account, message, code, text, after, times } = fields;
  if (!isOneOf([...ofPayments, ...ofMessages], effect))
    throw new RuleError(`effect must be one of ${[...ofPayments, ...ofMessages].join(', ')}`);
  const common = {
    id,
    after: durationOf(String(after ?? defaults[effect])),
    times: times === undefined ? null : countOf(times),
  };
  if (isOneOf(ofPayments, effect)) {
    if (message !== undefined) throw new RuleError(`${effect} is about payments: hold is for messages`);
    const given = codeOf(effect, code, text);
    return {
      ...common,
      effect,
      account: account === undefined ? null : String(account).replace(/\s/g, ''),
      code: given,
      text: text === undefined ? null : String(text),
    };
  }
  if (account !== undefined) throw new RuleError(`${effect} is about messages, whatever their account`);
  if (message !== undefined && !isOneOf(kinds, message))
    throw new RuleError(`message must be one of ${kinds.join(', ')}`);
  return { ...common, effect, message: message ?? null };
}

/** A return with a code of ACH is of debits, every other one of payments. */
function codeOf(effect: (typeof ofPayments)[number], given: Fields[string], text: Fields[string]): string {
  const code = String(given ?? (effect === 'change' ? 'C01' : 'AC04'));
  const isChange = effect === 'change';
  if (isChange !== /^C\d\d$/.test(code) || (isAchCode(code) && effect !== 'return' && !isChange))
    throw new RuleError(
      `${effect} has another code than ${code}: return R01 and change C01 are of debits by ACH`,
    );
  if (isChange && !/^[\x20-\x7e]{1,29}$/.test(String(text ?? '')))
    throw new RuleError('text must be what is corrected, of at most 29 characters');
  return code;
}

function countOf(given: unknown): number {
  if (/^[1-9]\d{0,5}$/.test(String(given))) return Number(given);
  throw new RuleError(`"${String(given)}" is no number of times`);
}
