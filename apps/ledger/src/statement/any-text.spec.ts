import { schemaErrors } from '@corridor/iso20022/testing';
import { type Timestamp, money, toResource } from '@corridor/kernel';
import type { StatementResource, TransactionResource } from '@corridor/ledger-contract';
import { sized } from '@corridor/testing';
import fc from 'fast-check';
import { camt053Of } from './camt053.js';
import { csvOf } from './csv.js';
import { readPdf } from './pdf.fixture.js';
import { pdfOf } from './pdf.js';

/** Names and narratives are texts of others: an outsider decides what an incoming payment says. */
const NOW = '2026-11-30T08:15:00.000' as Timestamp;
const PERIOD = { from: '2026-11-01', to: '2026-11-30' } as const;
const gbp = (minor: bigint) => toResource(money('GBP', minor));
/** Two bookings with this text wherever there is one of others. */
function statementWith(text: string): StatementResource {
  const booking = (i: number) =>
    ({
      ...{ id: `txn_${i}`, signedAmount: gbp(-100n), balance: gbp(1_000n - 100n * BigInt(i)), reason: text },
      ...{ triggeredByAction: 'PAYMENT', sortDate: '2026-11-20T10:00:00.000' },
      relatedEntity: { reference: text, details: { description: text } },
    }) as unknown as TransactionResource;
  return {
    ...{ client: { id: 'cli_1', name: text }, wallet: { id: 'wal_1', ccyCode: 'GBP' }, ...PERIOD },
    ...{ openingBalance: gbp(1_000n), credits: gbp(0n), debits: gbp(200n), closingBalance: gbp(800n) },
    ...{ count: 2, transactions: [booking(1), booking(2)] },
  } as unknown as StatementResource;
}

const hostile = [
  '\u001B[2J',
  '\u0001',
  '\uFFFE',
  '\uFFFF',
  '\uD800',
  ']]>',
  'a\rb\nc',
  ' ',
  '\u0000',
  '&#27;',
];
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(...hostile, 'a', '"', ',', '<', '=', '\u2028', '\u0085', '\v'),
    maxLength: 60,
  }),
);
const examples = hostile.map((text): [string] => [text]);

test('camt.053 is well-formed and valid whatever a text contains', async () => {
  const isValid = async (text: string) =>
    expect(await schemaErrors(camt053Of(statementWith(text), NOW))).toEqual([]);
  await fc.assert(fc.asyncProperty(texts, isValid), { numRuns: sized({ small: 20, full: 200 }), examples });
});

test('CSV has one line for each booking whatever a text contains, and no formula', async () => {
  const isOneLine = async (text: string) => {
    const pages = (async function* () {
      yield statementWith(text).transactions;
    })();
    let csv = '';
    for await (const part of csvOf(money('GBP', 1_000n), PERIOD, pages)) csv += part;
    const lines = csv.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'type',
      'OPENING',
      'TRANSACTION',
      'TRANSACTION',
      'CLOSING',
      '',
    ]);
    expect(csv).not.toMatch(/\p{Bidi_Control}/u);
    const cells = lines.flatMap((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)]);
    expect(
      cells.map(([, quoted, plain]) => quoted ?? plain ?? '').filter((cell) => /^\s*[=+@-]/.test(cell)),
    ).toEqual([]);
  };
  const forged = ['in\r\nTRANSACTION,fake,row', '\n=HYPERLINK("http://x")', ' \t@SUM(1)'].map(
    (text): [string] => [text],
  );
  await fc.assert(fc.asyncProperty(texts, isOneLine), {
    numRuns: sized({ small: 200, full: 5_000 }),
    examples: [...examples, ...forged],
  });
});

test('a PDF can be read whatever a text contains, and has the same bookings', async () => {
  const isReadable = async (text: string) => {
    const parts: Uint8Array[] = [];
    for await (const part of pdfOf(statementWith(text), NOW)) parts.push(part);
    const { text: read } = readPdf(Buffer.concat(parts));
    expect(read).not.toMatch(/[\p{Cc}\uFFFE\uFFFF]/u);
    expect(read.match(/PAYMENT/g)!.length).toBeGreaterThanOrEqual(2);
  };
  await fc.assert(fc.asyncProperty(texts, isReadable), {
    numRuns: sized({ small: 5, full: 50 }),
    examples: examples.slice(0, 5),
  });
});
