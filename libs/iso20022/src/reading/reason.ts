import type { Element } from '../xml/elements.js';
import type { Reason } from './records.js';

/** External status and return reason codes that banks use most, for people. */
const texts: Readonly<Record<string, string>> = {
  AC01: 'The account number is wrong.',
  AC03: 'The account number of the beneficiary is wrong.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC13: 'The type of the account is wrong.',
  AG01: 'The account does not take such payments.',
  AG02: 'The bank does not support such payments.',
  AM01: 'The amount is zero.',
  AM02: 'The amount is not allowed.',
  AM03: 'The currency is not processed.',
  AM04: 'The account has no sufficient funds.',
  AM05: 'It is a duplicate.',
  AM09: 'The amount is wrong.',
  BE01: 'The name does not match the account.',
  BE04: 'The address of the beneficiary is missing or wrong.',
  BE05: 'The initiating party is not known.',
  CNOR: 'The bank of the beneficiary is not reachable.',
  CURR: 'The currency of the payment is wrong.',
  CUST: 'The sender has asked for it.',
  CUTA: 'It came after the cut-off time.',
  DT01: 'The date is wrong.',
  DUPL: 'It is a duplicate.',
  ED05: 'The settlement has failed.',
  FF01: 'The file format is wrong.',
  FOCR: 'The sender has recalled it.',
  MD07: 'The beneficiary has died.',
  MS02: 'The beneficiary has refused it.',
  MS03: 'The bank has given no reason.',
  NARR: 'The bank has given no reason.',
  NOAS: 'The beneficiary has not responded.',
  NOOR: 'The payment was never received.',
  RC01: 'The BIC is wrong.',
  RC04: 'The bank of the beneficiary is wrong.',
  RR01: 'The account or identity of the sender is missing.',
  RR02: 'The name or address of the sender is missing.',
  RR03: 'The name or address of the beneficiary is missing.',
  RR04: 'A regulation does not allow it.',
  TM01: 'It came after the cut-off time.',
};

/** What the bank has written, or what its code means; null if it has said nothing. */
export function reasonText(reason: Reason | null): string | null {
  if (!reason) return null;
  const { code, text } = reason;
  return text ?? (code === null ? null : (texts[code] ?? `The bank has given the code ${code}.`));
}

/** Of elements such as `StsRsnInf` and `RtrRsnInf`. */
export function reasonIn(elements: readonly Element[]): Reason | null {
  const of = (...path: string[]) =>
    elements
      .flatMap((one) => one.at(...path))
      .map(({ line }) => line)
      .filter(Boolean);
  const code = of('Rsn', 'Cd')[0] ?? null;
  const written = [...of('AddtlInf'), ...of('Rsn', 'Prtry')].join(' ') || null;
  return code === null && written === null ? null : { code, text: written };
}
