import type { EntryRecord, Reason } from './records.js';

/** What field 86 tells of a booking. */
interface Information {
  readonly reference: string | null;
  readonly uetr: string | null;
  readonly party: EntryRecord['party'];
  readonly ultimateParty: string | null;
  readonly remittance: string | null;
  readonly isReturn: boolean;
  readonly reason: Reason | null;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** In the three ways in which banks write it: `166?00…?20…`, `/EREF/…/REMI/…`, or as a text. */
export function informationIn(lines: readonly string[]): Information {
  const joined = lines.join('');
  if (/^\d{3}\?\d{2}/.test(joined)) return numbered(joined);
  if (/^\/[A-Z]{3,8}\//.test(joined)) return coded(joined);
  return informationOf({ remittance: lines.join(' ') });
}

interface Told {
  readonly reference?: string;
  readonly uetr?: string;
  readonly name?: string;
  readonly ultimateParty?: string;
  readonly account?: string;
  readonly bank?: string;
  readonly remittance?: string;
  readonly returnReason?: string;
}

function informationOf(told: Told): Information {
  const { account = '', bank = '' } = told;
  const reference = told.reference?.trim();
  return {
    reference: reference === 'NOTPROVIDED' ? null : reference || null,
    uetr: told.uetr?.trim() || null,
    party: {
      name: told.name?.trim() ?? '',
      address: null,
      account: IBAN.test(account) ? { iban: account, number: null } : { iban: null, number: account || null },
      agent: {
        bic: BIC.test(bank) ? bank : null,
        clearing: bank === '' || BIC.test(bank) ? null : { system: '', member: bank },
        name: null,
        country: null,
      },
    },
    ultimateParty: told.ultimateParty?.trim() || null,
    remittance: told.remittance?.replace(/\s+/g, ' ').trim() || null,
    isReturn: told.returnReason !== undefined,
    reason: reasonOf(told.returnReason),
  };
}

function reasonOf(text: string | undefined): Reason | null {
  const [, code = null, rest = ''] =
    /^(?:\/?([A-Z]{2}\d{2}|[A-Z]{4})\b)?(.*)$/s.exec(text?.trim() ?? '') ?? [];
  const written = rest.replace(/^[\s/]+|[\s/]+$/g, '') || null;
  return code === null && written === null ? null : { code, text: written };
}

/** Business transaction codes of returned transfers, in Germany. */
const returnCodes = ['108', '109', '159', '184'];

/** The fields of German banks. What is in 20 to 29 and 60 to 63 continues in the next, and has SEPA's codes in it. */
function numbered(text: string): Information {
  const fields = new Map(
    text
      .split('?')
      .slice(1)
      .map((one) => [one.slice(0, 2), one.slice(2)]),
  );
  const of = (...numbers: number[]) => numbers.map((number) => fields.get(String(number)) ?? '').join('');
  const purpose = of(20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63);
  const codes = splitBy(purpose, /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|RCUR)\+/);
  return informationOf({
    reference: codes.get('EREF'),
    name: of(32, 33),
    ultimateParty: codes.get('ABWA') ?? codes.get('ABWE'),
    account: of(31).trim() || codes.get('IBAN')?.trim(),
    bank: of(30).trim() || codes.get('BIC')?.trim(),
    remittance: codes.get('SVWZ') ?? codes.get(''),
    ...(returnCodes.includes(text.slice(0, 3)) && { returnReason: codes.get('SVWZ') ?? '' }),
  });
}

/** The codes of SWIFT's guideline for field 86. The name of a party may have a code of its own: `/ORDP//NAME/…`. */
function coded(text: string): Information {
  const codes = splitBy(
    text.replace(/(\/(?:ORDP|BENM|ULTC|ULTD)\/)\/?NAME\//g, '$1'),
    /\/(EREF|UETR|IREF|PREF|MREF|TRTP|REMI|ORDP|BENM|NAME|IBAN|ACCT|BIC|RTRN|PURP|CSID|MARF|SVCL|ADDR|ID|ULTC|ULTD|OCMT|CHGS|EXCH)\//,
  );
  const one = (...names: readonly string[]) =>
    names.map((name) => trimmed(codes.get(name))).find((value) => value);
  return informationOf({
    reference: trimmed(codes.get('EREF')),
    uetr: trimmed(codes.get('UETR')),
    name: one('ORDP', 'BENM', 'NAME'),
    ultimateParty: one('ULTD', 'ULTC'),
    account: trimmed(codes.get('IBAN') ?? codes.get('ACCT')),
    bank: trimmed(codes.get('BIC')),
    remittance: trimmed(codes.get('REMI')?.replace(/^\/?(USTD\/+|STRD\/+)/, '')),
    returnReason: trimmed(codes.get('RTRN')),
  });
}

const trimmed = (text: string | undefined) => text?.replace(/^\/+|\/+$/g, '');

/** The texts after each code, the first of each; what comes before any code is under ''. */
function splitBy(text: string, code: RegExp): Map<string, string> {
  const [before = '', ...rest] = text.split(code);
  const found = new Map([['', before]]);
  for (let at = 0; at < rest.length; at += 2) if (!found.has(rest[at]!)) found.set(rest[at]!, rest[at + 1]!);
  return found;
}
