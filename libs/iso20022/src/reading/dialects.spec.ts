import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decimalText } from '@corridor/kernel';
import { all } from '../transfers.fixture.js';
import { camt054 } from '../bank-messages.js';
import { entry } from '../testing/entry.js';
import { schemaErrors } from '../testing/index.js';
import { bytesOf } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { readBankFile } from './read-bank-file.js';
import type { BankRecord } from './records.js';

/** Made files, written as banks do; docs/bank.md lists the dialects. */
const fixtures = join(import.meta.dirname, '../../fixtures');
const sourceOf = (name: string) => bytesOf(name, readFileSync(join(fixtures, name)));
const read = (name: string) => all(readBankFile(sourceOf(name)));

/** What is the same in all of them is left out. */
function summary(record: BankRecord): unknown {
  switch (record.kind) {
    case 'status':
      return [
        record.status,
        record.reference,
        record.instructionId,
        record.uetr,
        record.reason?.text ?? null,
      ];
    case 'balance':
      return [record.statementId, record.type, record.amount.ccyCode, decimalText(record.amount)];
    case 'entry': {
      const { statementId, direction, amount, reference, bankReference } = record;
      return [statementId, direction, amount.ccyCode, decimalText(amount), reference, bankReference];
    }
    case 'return':
      return record;
  }
}
const summaries = async (name: string) => (await read(name)).map(summary);
const entries = async (name: string) => (await read(name)).filter((one) => one.kind === 'entry');

test.each([
  ['pain.002.001.03', null],
  ['pain.002.001.10', null],
  ['camt.053.001.02', null],
  ['camt.053.001.08', null],
  ['camt.054.001.02', null],
  ['camt.054.001.08', "'5D7EA1F0-3C86-4D0B-9C55-00000000000A' is not accepted"], // a UETR in capital letters
])('%s.xml is valid by the schema of its version, except for %s', async (name, error) => {
  const text = (await all(textOf(sourceOf(`${name}.xml`)))).join('');
  const errors = await schemaErrors(text.replace(/ encoding=".*?"/, ''));
  expect(errors).toEqual(error === null ? [] : [expect.stringContaining(error)]);
});

test('pain.002.001.03: NOTPROVIDED, an instruction id instead, reasons in several lines', async () => {
  expect(await summaries('pain.002.001.03.xml')).toEqual([
    ['RJCT', '0123456789ABCDEA', '0123456789ABCDEA', null, 'Konto erloschen'],
    ['ACSP', '0123456789ABCDEB', null, null, null],
    ['PART', null, null, null, null],
  ]);
});

test('pain.002.001.10: prefixes, a UETR alone, an end-to-end id of the bank itself', async () => {
  expect(await summaries('pain.002.001.10.xml')).toEqual([
    ['ACSC', null, null, '5d7ea1f0-3c86-4d0b-9c55-00000000000a', null],
    ['ACSC', 'BANK-OWN-77', '0123456789ABCDEB', null, null],
  ]);
});

test('camt.053.001.02: ISO-8859-1, several statements and currencies, signs and decimals, dates with zones', async () => {
  expect(await summaries('camt.053.001.02.xml')).toEqual([
    ['STM-1-EUR', 'PRCD', 'EUR', '-100.00'],
    ['STM-1-EUR', 'CLBD', 'EUR', '0.50'],
    ['STM-1-EUR', 'CREDIT', 'EUR', '100.50', null, 'FT1'],
    ['STM-1-JPY', 'CLBD', 'JPY', '1000'],
    ['STM-1-JPY', 'CREDIT', 'JPY', '1000', null, 'FT2'],
  ]);
  const [credit, yen] = await entries('camt.053.001.02.xml');
  expect(credit).toMatchObject({
    bookedOn: '2026-11-23',
    valueDate: '2026-11-23',
    party: {
      name: 'Müller & Söhne GmbH',
      address: { country: 'DE', lines: ['Hauptstraße 1'] },
      agent: { bic: 'BYLADEM1001' },
    },
    remittance: 'Rechnung 7, danke für alles',
  });
  expect(yen).toMatchObject({ isReversal: false, valueDate: '2026-11-23', remittance: 'Überweisung' });
});

test('camt.053.001.08: Windows-1252, a total that names our block, a debit without details', async () => {
  const [total, debit] = await entries('camt.053.001.08.xml');
  expect(total).toMatchObject({
    reference: null,
    transactions: 3,
    batch: { messageId: null, blockId: '7f3c0a528f0e4a399d5500000000-1' },
    remittance: 'Sammler “Löhne” – 30,00 €',
  });
  expect(debit).toMatchObject({
    reference: null,
    uetr: null,
    transactions: 1,
    batch: null,
    bankReference: 'FT4',
  });
});

test('camt.054.001.02: a booking of several transactions, and one that names message and block', async () => {
  expect(await summaries('camt.054.001.02.xml')).toEqual([
    ['NTF-1-1', 'DEBIT', 'EUR', '10.00', '0123456789ABCDEA', 'FT5/1'],
    ['NTF-1-1', 'DEBIT', 'EUR', '12.50', '0123456789ABCDEB', 'FT5/2'],
    ['NTF-1-1', 'DEBIT', 'EUR', '22.50', null, 'FT6'],
  ]);
  expect((await entries('camt.054.001.02.xml')).map(({ batch }) => batch)).toEqual([
    null,
    null,
    { messageId: '7f3c0a528f0e4a399d55000000000001', blockId: '7f3c0a528f0e4a399d5500000000-2' },
  ]);
});

test('camt.054.001.08: a byte order mark, several notifications, transactions in both directions, reversals', async () => {
  expect(await summaries('camt.054.001.08.xml')).toEqual([
    ['NTF-2-GBP', 'CREDIT', 'GBP', '100.00', 'INV-1', 'FT7/1'],
    ['NTF-2-GBP', 'DEBIT', 'GBP', '10.00', 'FEE-1', 'FT7/2'],
    ['NTF-2-GBP', 'DEBIT', 'GBP', '5.00', null, 'FT8'],
    ['NTF-2-KWD', 'CREDIT', 'KWD', '1.250', null, null],
  ]);
  expect((await entries('camt.054.001.08.xml')).map(({ isReversal, uetr }) => [isReversal, uetr])).toEqual([
    [false, null],
    [false, null],
    [true, null],
    [true, '5d7ea1f0-3c86-4d0b-9c55-00000000000a'],
  ]);
});

test.each([
  ['<Dbtr><Nm>Globex Ltd</Nm></Dbtr><DbtrAcct><Nm>Globex Group</Nm></DbtrAcct>', 'Globex Ltd'],
  ['<Dbtr><Agt><FinInstnId><Nm>Globex Bank</Nm></FinInstnId></Agt></Dbtr>', 'Globex Bank'],
  [
    '<Dbtr><Pty><Nm/></Pty></Dbtr><DbtrAcct><Id><IBAN>GB1</IBAN></Id><Nm>Globex Ltd</Nm></DbtrAcct>',
    'Globex Ltd',
  ],
  ['<UltmtDbtr><Nm>Globex Ltd</Nm></UltmtDbtr>', '', 'Globex Ltd'],
])('who pays: %s', async (parties, name, ultimateParty: string | null = null) => {
  const written = camt054({ messageId: 'M', createdOn: '2026-11-24T08:00:00Z' }, [
    { id: 'N-1', account: entry.account, ccyCode: 'GBP', entries: [entry] },
  ]);
  const text = written.replace(/(<RltdPties>).*(<\/RltdPties>)/s, `$1${parties}$2`);
  const [one] = await all(readBankFile(bytesOf('a.xml', Buffer.from(text))));
  expect(one).toMatchObject({ party: { name }, ultimateParty });
});
