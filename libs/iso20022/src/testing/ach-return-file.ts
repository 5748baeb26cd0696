import { digits, entryHash, text, whole } from '../nacha/fields.js';
import { traceOf } from '../nacha/write.js';

/** A return file as a bank sends it. */
export interface AchSaid {
  /** `R01`, or `C01` with what is corrected. */
  readonly code: string;
  readonly corrected?: string;
  readonly cents: bigint;
  readonly reference: string;
  readonly originalTrace: string;
}

const batch = (class_: string, number: number) =>
  [
    ...['5', '225', text('CORRIDOR', 16), text('', 20), whole('1234567890', 10), class_],
    ...[text('FUNDING', 10), text('', 6), '261125', '329', '1', '02100002', digits(number, 7)],
  ].join('');

const sums = (hash: bigint, cents: bigint) => [entryHash(hash), digits(cents, 12), digits(0, 12)];

export function achReturnFile(said: readonly AchSaid[]): string {
  const hash = 11_100_002n;
  const lines = [
    `101 0210000211234567890${'2611261005A094101'}${text('FIRST HARBOR', 23)}${text('CORRIDOR', 23)}${text('', 8)}`,
  ];
  for (const [i, { code, corrected = '', cents, reference, originalTrace }] of said.entries()) {
    const isReturn = code.startsWith('R');
    const trace = traceOf({ bankRoutingNumber: '111000025' }, i + 1);
    const amount = isReturn ? cents : 0n;
    lines.push(
      batch(isReturn ? 'CCD' : 'COR', i + 1),
      [
        ...['6', '26', '11100002', '5', whole('000123456789', 17), digits(amount, 10), whole(reference, 15)],
        ...[text('NORTHWIND', 22), '  ', '1', trace],
      ].join(''),
      [
        ...['7', isReturn ? '99' : '98', code, originalTrace, text('', 6), '11100002'],
        ...[isReturn ? text('', 44) : `${text(corrected, 29)}${text('', 15)}`, trace],
      ].join(''),
      [
        '8',
        '225',
        digits(2, 6),
        ...sums(hash, amount),
        '1234567890',
        text('', 25),
        '02100002',
        digits(i + 1, 7),
      ].join(''),
    );
  }
  const returned = said.filter(({ code }) => code.startsWith('R'));
  const count = BigInt(said.length);
  const blocks = Math.ceil((lines.length + 1) / 10);
  const all = returned.reduce((sum, { cents }) => sum + cents, 0n);
  lines.push(
    [
      '9',
      digits(count, 6),
      digits(blocks, 6),
      digits(2n * count, 8),
      ...sums(hash * count, all),
      text('', 39),
    ].join(''),
  );
  while (lines.length < blocks * 10) lines.push('9'.repeat(94));
  return lines.map((line) => `${line}\n`).join('');
}
