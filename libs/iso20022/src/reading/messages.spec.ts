import fc from 'fast-check';
import { money } from '@corridor/kernel';
import { sized } from '@corridor/testing';
import { camt053 } from '../bank-messages.js';
import { bytesOf } from '../xml/byte-source.js';
import { camt, pacs002, pacs004, pain002, schemaErrors } from '../testing/index.js';
import { all } from '../transfers.fixture.js';
import { readBankFile } from './read-bank-file.js';
import { reasonText } from './reason.js';
import { entry } from '../testing/entry.js';
import { returns, statements, status, statuses } from './records.fixture.js';
import type { BankRecord, EntryRecord } from './records.js';

const validated = { numRuns: sized({ small: 8, full: 200 }) };
const read = (content: string | Uint8Array): Promise<BankRecord[]> =>
  all(readBankFile(bytesOf('in.xml', content)));

/** Written and read, what the bank has said is the same. */
async function survives(text: string, records: readonly BankRecord[]): Promise<void> {
  expect(await schemaErrors(text)).toEqual([]);
  expect(await read(text)).toEqual(records);
}

describe('what is written is read', () => {
  test('pain.002', () =>
    fc.assert(
      fc.asyncProperty(statuses, (some) => survives(pain002(some), some)),
      validated,
    ));

  test('pacs.002', () =>
    fc.assert(
      fc.asyncProperty(statuses, (some) => {
        const between = some.map((one) => ({ ...one, originalBlockId: null }));
        return survives(pacs002(between), between);
      }),
      validated,
    ));

  test('pacs.004', () =>
    fc.assert(
      fc.asyncProperty(returns, (some) => survives(pacs004(some), some)),
      validated,
    ));

  test('camt.053, with several currencies and accounts in one file', () =>
    fc.assert(
      fc.asyncProperty(statements, (some) => survives(camt('camt.053', 'M-1', some), some)),
      validated,
    ));

  test('camt.053 with the number and the period of a statement', async () => {
    const statement = { id: 'N-1', account: entry.account, ccyCode: 'GBP', entries: [entry] };
    const period = { from: '2026-11-01', to: '2026-11-30' };
    const balance = { type: 'CLBD', amount: money('GBP', -5n), date: period.to };
    const head = { messageId: 'M-1', createdOn: '2026-12-01T00:00:01Z' };
    const text = camt053(head, [{ ...statement, number: 11, period, balances: [balance] }]);
    expect(text).toContain('<ElctrncSeqNb>11</ElctrncSeqNb>');
    expect(text).toContain('<FrDtTm>2026-11-01T00:00:00Z</FrDtTm><ToDtTm>2026-11-30T23:59:59Z</ToDtTm>');
    const { account } = entry;
    await survives(text, [{ kind: 'balance', statementId: 'N-1', account, ...balance }, entry]);
  });

  test('camt.054', () =>
    fc.assert(
      fc.asyncProperty(statements, (some) => {
        const entries = some.filter((one) => one.kind === 'entry');
        return survives(camt('camt.054', 'M-1', entries), entries);
      }),
      validated,
    ));
});

test('camt.052, a report within the day, is read as a notification is', async () => {
  const report = camt('camt.054', 'M-1', [entry])
    .replaceAll('camt.054', 'camt.052')
    .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrAcctRpt')
    .replaceAll('Ntfctn>', 'Rpt>');
  expect(report).toContain('<Rpt>');
  expect(await read(report)).toEqual([entry]);
});

describe('statuses', () => {
  test('those of single transfers come before that of their block, and that of the message is last', async () => {
    const ofBlock = { ...status, reference: null, status: 'ACSP', reason: null };
    const ofMessage = { ...ofBlock, originalBlockId: null, status: 'PART' };
    await survives(pain002([ofMessage, ofBlock, status]), [status, ofBlock, ofMessage]);
  });

  test('are named by the instruction id if the bank has left the end-to-end id out', async () => {
    const text = pain002([status]).replace(
      /<OrgnlEndToEndId>(.*?)<\/OrgnlEndToEndId>/,
      '<OrgnlInstrId>$1</OrgnlInstrId><OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId>',
    );
    await survives(text, [{ ...status, instructionId: status.reference }]);
  });

  test('that name no transfer are refused', async () => {
    const text = pain002([status]).replace(/<OrgnlEndToEndId>.*<\/OrgnlEndToEndId>/, '');
    await expect(read(text)).rejects.toThrow('a status names no transfer');
  });

  test.each([
    [{ code: 'AC04', text: null }, 'The account is closed.'],
    [{ code: 'AC04', text: 'Konto erloschen' }, 'Konto erloschen'],
    [{ code: 'ZZ99', text: null }, 'The bank has given the code ZZ99.'],
    [{ code: null, text: null }, null],
    [null, null],
  ])('reason %j is %j for people', (reason, expected) => expect(reasonText(reason)).toBe(expected));
});

const notification = (...entries: EntryRecord[]) => camt('camt.054', 'M-1', entries);
/** A booking of several transactions, with these details and amounts of theirs. */
const batch = (total: bigint, ...details: readonly string[]): string =>
  notification({ ...entry, amount: money('GBP', total) }).replace(
    /<TxDtls>.*<\/TxDtls>/,
    details.map((one) => `<TxDtls>${one}</TxDtls>`).join(''),
  );
const detail = (reference: string, amount: string, own = '') =>
  `<Refs>${own && `<AcctSvcrRef>${own}</AcctSvcrRef>`}<EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="GBP">${amount}</Amt>`;

describe('bookings', () => {
  test('a batch is as many transactions as it has, each with an amount and a reference of its own', async () => {
    const text = batch(30_00n, detail('A', '10.00'), detail('B', '12.50'), detail('C', '7.5', 'OWN'));
    expect(await schemaErrors(text)).toEqual([]);
    const summary = (await read(text)).map((one) =>
      one.kind === 'entry' ? [one.reference, one.amount.minor, one.bankReference, one.transactions] : one,
    );
    expect(summary).toEqual([
      ['A', 1000n, 'FT26327ABCD/1', 1],
      ['B', 1250n, 'FT26327ABCD/2', 1],
      ['C', 750n, 'OWN', 1],
    ]);
  });

  test.each([
    ['do not add up to it', [detail('A', '10.00'), detail('B', '12.50')]],
    [
      'have no amounts',
      ['<Refs><EndToEndId>A</EndToEndId></Refs>', '<Refs><EndToEndId>B</EndToEndId></Refs>'],
    ],
  ])('a batch whose details %s is its total, and is marked as one of several', async (_, details) => {
    expect(await read(batch(30_00n, ...details))).toEqual([
      expect.objectContaining({ amount: money('GBP', 3000n), reference: null, transactions: 2 }),
    ]);
  });

  test('a batch without details says how many it stands for', async () => {
    const total = { ...entry, transactions: 12 };
    expect(await read(notification(total))).toEqual([
      expect.objectContaining({ amount: total.amount, transactions: 12 }),
    ]);
  });

  test('several bookings and several notifications in one file', async () => {
    const some = ['A', 'B', 'C'].map((reference) => ({ ...entry, reference, statementId: `N-${reference}` }));
    expect(await read(notification(...some))).toEqual(some);
  });

  test('the amount booked counts, not what the sender has instructed in another currency', async () => {
    const text = notification(entry).replace(
      /<Amt Ccy="GBP">250.75<\/Amt><CdtDbtInd>CRDT<\/CdtDbtInd><RltdPties>/,
      '<Amt Ccy="EUR">290.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>',
    );
    expect(text).toContain('EUR');
    expect(await read(text)).toEqual([entry]);
  });

  test('an end-to-end id that was not provided is none', async () => {
    const [one] = await read(notification({ ...entry, reference: 'NOTPROVIDED' }));
    expect(one).toMatchObject({ reference: null, bankReference: entry.bankReference });
  });

  test('a reversal is marked, and a return has its reason', async () => {
    const reversal = { ...entry, direction: 'DEBIT' as const, isReversal: true };
    const back = { ...entry, isReturn: true, returnReason: { code: 'AC04', text: null } };
    expect(await read(notification(reversal, back))).toEqual([reversal, back]);
    // Only the code of the booking says it.
    const silent = notification(back).replace(/<RtrInf>.*<\/RtrInf>/, '');
    expect(await read(silent)).toEqual([{ ...back, returnReason: null }]);
  });

  test('the account of the statement is no virtual account', async () => {
    const text = notification({ ...entry, virtualAccount: 'GB94BARC10201530093459' });
    expect(await read(text)).toMatchObject([{ virtualAccount: 'GB94BARC10201530093459' }]);
    expect(await read(text.replace('GB94BARC10201530093459', entry.account))).toEqual([entry]);
  });

  test('version 2: statuses as text, banks as BIC, amounts in details of their own', async () => {
    const older = notification(entry)
      .replace('camt.054.001.08', 'camt.054.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replaceAll('BICFI', 'BIC')
      .replace(/<Pty>(.*)<\/Pty>/, '$1')
      .replace(/(<TxDtls>.*?)<Amt (.*?)<\/Amt>/, '$1<AmtDtls><TxAmt><Amt $2</Amt></TxAmt></AmtDtls>');
    expect(await read(older)).toEqual([entry]);
  });

  test('zeros beyond the minor unit are no decimals, other digits are an error', async () => {
    const yen = notification({ ...entry, amount: money('JPY', 1000n) });
    const [one] = await read(yen.replaceAll('>1000<', '>1000.00<'));
    expect(one).toMatchObject({ amount: money('JPY', 1000n) });
    await expect(read(yen.replaceAll('>1000<', '>1000.50<'))).rejects.toThrow(
      'JPY 1000.50 has more than 0 decimals',
    );
  });
});

describe('how a file is written', () => {
  const umlaut = { ...entry, remittance: 'Gebühr für Größe' };
  const text = notification(umlaut);
  const encoded = (name: string, encoding: BufferEncoding, mark: number[] = []) =>
    Buffer.concat([Buffer.from(mark), Buffer.from(text.replace('UTF-8', name), encoding)]);

  test.each([
    ['UTF-8', encoded('UTF-8', 'utf8')],
    ['UTF-8 with a byte order mark', encoded('UTF-8', 'utf8', [0xef, 0xbb, 0xbf])],
    ['ISO-8859-1', encoded('ISO-8859-1', 'latin1')],
    ['UTF-16 with a byte order mark', encoded('UTF-16', 'utf16le', [0xff, 0xfe])],
    ['UTF-16, big end first', encoded('UTF-16', 'utf16le', [0xff, 0xfe]).swap16()],
    ['UTF-16 without a byte order mark', encoded('UTF-16LE', 'utf16le')],
    ['ISO-8859-1 that is not declared', Buffer.from(text.replace(/<\?.*\?>/, ''), 'latin1')],
  ])('in %s', async (_, bytes) => expect(await read(bytes)).toEqual([umlaut]));

  test('in pieces that split characters and tags', async () => {
    const bytes = encoded('UTF-8', 'utf8');
    const source = {
      name: 'in.xml',
      async *read() {
        for (let at = 0; at < bytes.length; at += 7) yield await Promise.resolve(bytes.subarray(at, at + 7));
      },
    };
    expect(await all(readBankFile(source))).toEqual([umlaut]);
  });

  test('with prefixes, in an envelope, and several documents in one file', async () => {
    const [, document = ''] = /\?>\s*(.*)$/s.exec(text) ?? [];
    const prefixed = document.replace(/<(\/?)(\w)/g, '<$1ns2:$2').replace('xmlns=', 'xmlns:ns2=');
    const envelope = `<Envelope><AppHdr><Fr>BANK</Fr></AppHdr>${prefixed}${document}</Envelope>`;
    expect(await read(envelope)).toEqual([umlaut, umlaut]);
  });
});
