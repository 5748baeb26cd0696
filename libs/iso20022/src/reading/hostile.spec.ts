import fc from 'fast-check';
import { type ByteSource, bytesOf } from '../xml/byte-source.js';
import { camt, pain002 } from '../testing/index.js';
import { UnreadableFile } from '../xml/unreadable-file.js';
import { all } from '../transfers.fixture.js';
import { readBankFile } from './read-bank-file.js';
import { entry } from '../testing/entry.js';
import { status } from './records.fixture.js';

const read = (content: string | Uint8Array) => all(readBankFile(bytesOf('in.xml', content)));
const notification = camt('camt.054', 'M-1', [entry, { ...entry, bankReference: 'FT2' }]);
const [declaration = '', document = ''] = notification.split(/(?<=\?>)\n/);

/** A file of 50 MB, of a beginning and what is repeated. */
const huge = (start: string, repeated: string): ByteSource => ({
  name: 'in.xml',
  async *read() {
    yield await Promise.resolve(Buffer.from(start));
    const chunk = Buffer.from(repeated.repeat(Math.ceil(100_000 / repeated.length)));
    for (let at = 0; at < 500; at++) yield await Promise.resolve(chunk);
  },
});

describe('a file is refused with a reason', () => {
  const doctype = (declared: string) => `${declaration}<!DOCTYPE Document [${declared}]>${document}`;
  const laughs = [...'abcdefghi']
    .map((name, i) => `<!ENTITY ${name} "${`&${'xabcdefghi'[i]};`.repeat(10)}">`)
    .join('');
  test.each([
    ['empty', '', 'it is empty'],
    ['white', ' \r\n ', 'it is empty'],
    ['no file of a bank', 'Dear customer', 'it is neither XML nor an MT940 or MT942'],
    ['other XML', '<html><body>Login</body></html>', 'it has no message that is read'],
    [
      'another message',
      notification.replaceAll('BkToCstmrDbtCdtNtfctn', 'AcctOpngReq'),
      'is no message that is read',
    ],
    ['a billion laughs', doctype(`<!ENTITY x "ha">${laughs}`), 'a document type is not allowed'],
    [
      'an external entity',
      doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
      'a document type is not allowed',
    ],
    ['an entity', notification.replace('Invoice 7', '&x;'), 'undefined entity'],
    ['nested too deeply', '<a>'.repeat(50_000), 'it is nested too deeply'],
    ['cut off', notification.slice(0, -30), 'unclosed tag'],
    [
      'an encoding that nobody knows',
      notification.replace('UTF-8', 'EBCDIC'),
      'its encoding, ebcdic, is not supported',
    ],
    [
      'another encoding than it says',
      Buffer.from(notification.replace('Invoice 7', 'für'), 'latin1'),
      'it is not written in utf-8',
    ],
    ['no such currency', notification.replaceAll('"GBP"', '"XXY"'), '“XXY” is no currency'],
    ['no currency', notification.replaceAll(' Ccy="GBP"', ''), '“” is no currency'],
    ['no amount', notification.replaceAll('250.75', '2,50'), '“2,50” is no amount'],
    ['a negative amount', notification.replaceAll('250.75', '-250.75'), '“-250.75” is no amount'],
    ['an amount that is too large', notification.replaceAll('250.75', '1'.repeat(13)), 'is too large'],
    ['no day', notification.replaceAll('2026-11-23', '2026-02-30'), '“2026-02-30” is no date'],
    ['no account', notification.replace(/<Acct>.*?<\/Acct>/, ''), 'the statement names no account'],
    ['no direction', notification.replace('CRDT', 'BOTH'), 'whether it is a credit or a debit'],
    ['no status', notification.replace('BOOK', 'LOST'), '“LOST” is no status'],
    ['no message id', pain002([status]).replace('<MsgId>S-1</MsgId>', ''), 'the message has no id'],
  ])('%s', async (_, content, reason) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreadableFile);
    expect((failure as Error).message).toContain(reason);
    expect((failure as Error).message).toContain('in.xml');
  });

  test.each([
    ['text', '<Document>', 'x', 'a text is too long'],
    ['attribute', '<Document a="', 'x', 'a text is too long'],
    ['booking', '<Document><BkToCstmrStmt><Stmt><Ntry>', '<a/>', 'one of its parts is too large'],
    ['line', ':20:', 'x', 'a line is too long'],
    ['field', ':20:A\n:86:', 'x\n', 'a field has too many lines'],
  ])('a huge %s, before it fills the memory', async (_, start, repeated, reason) => {
    await expect(all(readBankFile(huge(start, repeated)))).rejects.toThrow(reason);
  });
});

test('a file that is damaged anywhere is read as it is, or refused as unreadable', async () => {
  const bytes = Buffer.from(notification);
  const damage = fc.oneof(
    fc.nat(bytes.length).map((end) => bytes.subarray(0, end)),
    fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([at, byte]) => bytes.with(at, byte)),
    fc
      .tuple(fc.nat(bytes.length), fc.nat(bytes.length))
      .map(([from, to]) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])),
    fc.uint8Array({ maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(damage, async (content) => {
      const failure = await read(content).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) expect(failure).toBeInstanceOf(UnreadableFile);
    }),
    { numRuns: 500 },
  );
});

test('an error of what is read from is passed on as it is: the file is not at fault', async () => {
  const broken: ByteSource = {
    name: 'in.xml',
    // eslint-disable-next-line require-yield
    async *read() {
      await Promise.resolve();
      throw new TypeError('the disk is away');
    },
  };
  await expect(all(readBankFile(broken))).rejects.toThrow('the disk is away');
});

test('a statement of many bookings is read without keeping them', async () => {
  const many = 30_000;
  const one = /<Ntry>.*?<\/Ntry>/.exec(notification)![0];
  const [start = '', end = ''] = notification.split(/<Ntry>.*<\/Ntry>/);
  const source: ByteSource = {
    name: 'in.xml',
    async *read() {
      yield await Promise.resolve(Buffer.from(start));
      const chunk = Buffer.from(one.repeat(100));
      for (let at = 0; at < many; at += 100) yield await Promise.resolve(chunk);
      yield Buffer.from(end);
    },
  };
  let count = 0;
  for await (const record of readBankFile(source)) if (record.kind === 'entry') count++;
  expect(count).toBe(many);
});
