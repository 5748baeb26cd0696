import fc from 'fast-check';
import { money } from '@corridor/kernel';
import { sized } from '@corridor/testing';
import { bytesOf } from './xml/byte-source.js';
import { pacs008, readPacs008 } from './pacs008.js';
import { pain001, readPain001 } from './pain001.js';
import { Parts, hasRoomFor } from './parts.js';
import { schemaErrors } from './testing/index.js';
import type { PaymentFile } from './transfer.js';
import { all, block, file, files, transfer, unicode, words } from './transfers.fixture.js';

/** A validation takes a third of a second. */
const validated = { numRuns: sized({ small: 8, full: 200 }) };

const read = (text: string) => all(readPain001(bytesOf('out.xml', text)));
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);
const withTransfer = (more: object): PaymentFile => ({
  ...file,
  blocks: [{ ...block, transfers: [{ ...transfer, ...more }] }],
});
const bank = { bic: 'BUKBGB22XXX', clearing: null, name: null, country: null };
const between = { instructing: bank, instructed: { ...bank, bic: 'COBADEFFXXX' } };

describe('pain.001', () => {
  test('carries the same payments', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (one) => {
        const text = pain001(one, unicode);
        const expected = one.blocks.flatMap(({ transfers, ...terms }) =>
          transfers.map((of) => ({ messageId: one.messageId, block: terms, transfer: of })),
        );
        expect(await read(text)).toEqual(expected);
      }),
    );
  });

  test('is valid', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (one) => expect(await schemaErrors(pain001(one, unicode))).toEqual([])),
      validated,
    );
  });

  test('has the reference twice and the UETR, so that a bank that drops one leaves the other', () => {
    const text = pain001(file, unicode);
    expect(valuesOf(text, 'InstrId')).toEqual([transfer.reference]);
    expect(valuesOf(text, 'EndToEndId')).toEqual([transfer.reference]);
    expect(valuesOf(text, 'UETR')).toEqual([transfer.uetr]);
  });

  test('counts and sums exactly, over currencies with different decimals', () => {
    const of = (ccyCode: string, minor: bigint) => ({
      ...block,
      ccyCode,
      transfers: [{ ...transfer, amount: money(ccyCode, minor) }],
    });
    const text = pain001(
      { ...file, blocks: [of('EUR', 10n), of('EUR', 20n), of('JPY', 7n), of('KWD', 5n)] },
      unicode,
    );
    expect(valuesOf(text, 'CtrlSum')).toEqual(['7.305', '0.1', '0.2', '7', '0.005']);
    expect(valuesOf(text, 'NbOfTxs')).toEqual(['4', '1', '1', '1', '1']);
    const whole = pain001({ ...file, blocks: [of('JPY', 1000n)] }, unicode);
    expect(valuesOf(whole, 'CtrlSum')).toEqual(['1000', '1000']);
  });

  test('refuses a block in two currencies', () => {
    const mixed = { ...block, ccyCode: 'GBP' };
    expect(() => pain001({ ...file, blocks: [mixed] }, unicode)).toThrow(RangeError);
    expect(() => pacs008({ ...file, blocks: [mixed] }, between, unicode)).toThrow(RangeError);
  });

  test.each([
    [null, []],
    [true, ['true']],
    [false, ['false']],
  ])('asks for batch booking %s', (batchBooking, expected) => {
    expect(valuesOf(pain001(file, { ...unicode, batchBooking }), 'BtchBookg')).toEqual(expected);
  });

  test('writes in the SWIFT character set if the bank takes no other', async () => {
    const given = withTransfer({
      creditor: { ...transfer.creditor, name: 'Łódź & Söhne „Ærø“ Иван 漢😀' },
      remittance: 'Rechnung № 7 – danke',
    });
    const text = pain001(given, { ...unicode, characters: 'swift' });
    expect(await schemaErrors(text)).toEqual([]);
    const [one] = await read(text);
    expect(one?.transfer.creditor.name).toBe('Lodz + Sohne .Aero. Ivan Han.');
    expect(one?.transfer.remittance).toBe('Rechnung No 7 - danke');
  });

  test('an address with a town and a country is structured, or hybrid with at most two lines', () => {
    const address = { ...transfer.creditor.address!, lines: ['one', 'two', 'three'] };
    const hybrid = withTransfer({ creditor: { name: 'A', address } });
    expect(valuesOf(pain001(hybrid, unicode), 'AdrLine')).toEqual(['one, two, three']);
    const unstructured = withTransfer({ creditor: { name: 'A', address: { ...address, town: null } } });
    expect(valuesOf(pain001(unstructured, unicode), 'AdrLine')).toEqual(['one', 'two', 'three']);
  });

  test('an address line that is too long goes on in the next one', () => {
    const line = 'Industrial estate of the invented company, building 12, third floor, behind the old gate';
    const long = withTransfer({
      creditor: { name: 'A', address: { ...transfer.creditor.address!, lines: [line, 'Door 7'] } },
    });
    expect(valuesOf(pain001(long, unicode), 'AdrLine')).toEqual([
      'Industrial estate of the invented company, building 12, third floor,',
      'behind the old gate, Door 7',
    ]);
  });

  test.each([
    [{ town: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch' }],
    [{ postalCode: '12345-67890-12345' }],
    [{ region: 'Departamento Archipiélago de San Andrés y Providencia' }],
    [{ lines: Array.from({ length: 4 }, (_, i) => `${i} ${'Long Street '.repeat(5)}`.trim()) }],
  ])('an address is never cut: with %j it is in lines as a whole', async (more) => {
    const address = { ...transfer.creditor.address!, ...more };
    const text = pain001(withTransfer({ creditor: { name: 'A', address } }), unicode);
    expect(await schemaErrors(text)).toEqual([]);
    for (const name of ['PstCd', 'TwnNm', 'CtrySubDvsn']) expect(valuesOf(text, name)).toEqual([]);
    expect(valuesOf(text, 'Ctry')).toContain(address.country);
    const all = valuesOf(text, 'AdrLine').join(' ');
    const { postalCode, town, region, lines } = address;
    for (const part of [postalCode, town, region, ...lines]) expect(all).toContain(part ?? '');
  });

  test('an address of any length is complete, or there is no room for it', () => {
    const anyLines = fc.array(words(200), { maxLength: 5 });
    const dialects = fc.constantFrom('unicode' as const, 'swift' as const);
    fc.assert(
      fc.property(anyLines, words(120), dialects, (lines, town, characters) => {
        const address = { ...transfer.creditor.address!, town, lines };
        const dialect = { ...unicode, characters };
        const given = withTransfer({ creditor: { name: 'A', address } });
        if (!hasRoomFor(address, dialect)) {
          expect(() => pain001(given, dialect)).toThrow(RangeError);
          return;
        }
        const text = pain001(given, dialect);
        const [, block = ''] = /<Cdtr>.*?<PstlAdr>(.*?)<\/PstlAdr>/s.exec(text) ?? [];
        const expected = [address.street, address.postalCode, town, address.country, ...lines].map(
          (one) => new Parts(dialect).written(one, Infinity) ?? '',
        );
        const unescaped = block
          .replace(/<[^>]*>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&');
        const inOrder = (one: string) => [...one.replace(/[\s,]/g, '')].sort().join('');
        expect(inOrder(unescaped)).toBe(inOrder(expected.join('')));
      }),
    );
    const tooLong = { ...transfer.creditor.address!, town: 'T'.repeat(491) };
    expect(hasRoomFor(tooLong, unicode)).toBe(false);
  });

  test('whatever a text contains, the file is valid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
        fc.constantFrom('unicode' as const, 'swift' as const),
        async (text, characters) => {
          const wild = withTransfer({ remittance: text, ultimateDebtor: text, purpose: text });
          expect(await schemaErrors(pain001(wild, { ...unicode, characters }))).toEqual([]);
        },
      ),
      validated,
    );
  });

  test.each([
    ['one transfer less than it says', pain001(file, unicode).replace(/<NbOfTxs>1/, '<NbOfTxs>2'), 'says 2'],
    ['another message', pacs008(file, between, unicode), 'a transfer is out of place'],
  ])('is not read with %s', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });
});

test('pacs.008 is valid, and carries the same payments', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (one) => {
      const text = pacs008(one, between, unicode);
      expect(await schemaErrors(text)).toEqual([]);
      const expected = one.blocks.flatMap(({ transfers, ...terms }) =>
        transfers.map((of) => ({
          messageId: one.messageId,
          block: { ...terms, id: one.messageId },
          transfer: of,
        })),
      );
      expect(await all(readPacs008(bytesOf('out.xml', text)))).toEqual(expected);
    }),
    validated,
  );
});
