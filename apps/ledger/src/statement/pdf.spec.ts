import { type Timestamp, toResource, money } from '@corridor/kernel';
import type { StatementResource, TransactionResource } from '@corridor/ledger-contract';
import { sized } from '@corridor/testing';
import { pdfOf } from './pdf.js';
import { readPdf } from './pdf.fixture.js';

const NOW = '2026-11-30T08:15:00.000' as Timestamp;
const PERIOD = { from: '2026-11-01', to: '2026-11-30' } as const;
const gbp = (minor: number) => toResource(money('GBP', BigInt(minor)));

/** A statement that opens with 1,000.00. */
function statementOf(name: string, movements: readonly (readonly [minor: number, description: string])[]) {
  let balance = 100_000;
  const transactions = movements.map(([minor, description], i) => {
    balance += minor;
    return {
      ...{ id: `txn_${i}`, signedAmount: gbp(minor), balance: gbp(balance), reason: null },
      ...{ triggeredByAction: 'PAYMENT', sortDate: '2026-11-20T10:00:00.000' },
      relatedEntity: { reference: `PMT-${i}`, details: { description } },
    } as unknown as TransactionResource;
  });
  const sum = (sign: number) => movements.reduce((all, [minor]) => all + Math.max(0, sign * minor), 0);
  return {
    ...{ client: { id: 'cli_1', name }, wallet: { id: 'wal_1', ccyCode: 'GBP' }, ...PERIOD },
    ...{ openingBalance: gbp(100_000), credits: gbp(sum(1)), debits: gbp(sum(-1)) },
    ...{ closingBalance: gbp(balance), count: movements.length, transactions },
  } as unknown as StatementResource;
}

async function written(statement: StatementResource) {
  const parts: Uint8Array[] = [];
  for await (const part of pdfOf(statement, NOW)) parts.push(part);
  return { parts, ...readPdf(Buffer.concat(parts)) };
}

test('names in any script are there, and characters without a glyph by their code', async () => {
  const name = 'Größe & Søn – Ωμέγα Щука 中文 👍 \u202Eevil\u0000 שלום العربية';
  const { text } = await written(statementOf(name, [[-100, '東京\nGmbH\t\ud800']]));
  for (const part of ['Größe & Søn – Ωμέγα Щука', '[U+4E2D][U+6587]', '[U+1F44D]', '[U+202E]evil[U+0000]'])
    expect(text).toContain(part);
  expect(text).toContain('[U+6771][U+4EAC] GmbH [U+D800]');
  // A reader gives letters from the right in one order or the other.
  expect([...text].sort().join('')).toContain([...'שלום'].sort().join(''));
});

test('a description of any length is complete, over as many pages as it needs', async () => {
  const description = `${'一'.repeat(700)}${'word '.repeat(300)}end`;
  const { text, pages } = await written(statementOf('Client 1', [[-100, description]]));
  expect(text.match(/U\+4E00/g)).toHaveLength(700);
  expect(text.match(/word/g)).toHaveLength(300);
  expect(pages).toBeGreaterThan(2);
});

test('a long statement is written page by page, each with its number, and adds up', async () => {
  const count = sized({ small: 400, full: 10_000 });
  const movements = Array.from(
    { length: count },
    (_, i) => [i % 3 === 0 ? -7 : 1_000_005, `No ${i}`] as const,
  );
  const statement = statementOf('Client 1', movements);
  const { parts, pages, rows, text } = await written(statement);
  expect(pages).toBeGreaterThan(count / 40);
  expect(parts.length).toBeGreaterThan(pages / 2);
  expect(text).toContain(`page ${pages}`);
  expect(rows).toHaveLength(count + 2);
  expect(rows.at(-1)).toEqual(['2026-11-30', 'Closing balance', statement.closingBalance.value.toFixed(2)]);
});
