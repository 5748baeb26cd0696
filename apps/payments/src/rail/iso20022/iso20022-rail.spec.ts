import { mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReturnRecord, bytesOf, readPacs008, readPain001 } from '@corridor/iso20022';
import { camt, pacs002, pacs004, pain002, schemaErrors } from '@corridor/iso20022/testing';
import { type Clock, money } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import { cutOffsOf } from '../cut-offs.js';
import { describeRail } from '../kit/rail-kit.js';
import type { RailBatch, RailCredit, RailReport, RailStatementPart } from '../payment-rail.js';
import { batch, credit, debit, never, rejected, returned } from './files.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

const start = new Date();
let clock: TestClock;
let folder: string;
let arrivals = 0;

const debtor = {
  holder: 'Corridor Payments Ltd',
  bic: 'CORRGB2LXXX',
  accounts: new Map([
    ['EUR', 'DE89370400440532013000'],
    ['GBP', 'GB33BUKB20201555555555'],
  ]),
};
const settings = {
  debtor,
  message: 'pain.001',
  dialect: { characters: 'unicode', batchBooking: null },
} as const;
const railOver = (files?: Files, more: object = {}, of: Clock = clock) =>
  new Iso20022Rail({ ...settings, ...more, folder }, of, files);

beforeEach(async () => {
  clock = new TestClock(start);
  folder = await mkdtemp(join(tmpdir(), 'rail-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = async (name: string): Promise<string[]> =>
  (await readdir(join(folder, name)).catch(() => [])).filter((one) => !one.startsWith('.'));
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

/** The bank takes its files away, and executes what is in them. */
class Bank {
  readonly executions: string[] = [];

  async takes(): Promise<void> {
    for (const name of await inFolder('out')) {
      const content = await text('out', name);
      await rm(join(folder, 'out', name));
      const read = content.includes('pacs.008') ? readPacs008 : readPain001;
      for await (const { transfer } of read(bytesOf(name, content))) this.executions.push(transfer.reference);
    }
  }
}

async function arrives(content: string, name = `${String(++arrivals).padStart(4, '0')}.xml`): Promise<void> {
  await writeFile(join(folder, `.${name}`), content);
  await rename(join(folder, `.${name}`), join(folder, 'in', name));
}

const unheard = () => Promise.resolve();

async function collected(rail = railOver()) {
  const reports: RailReport[] = [];
  const credits: RailCredit[] = [];
  const parts: RailStatementPart[] = [];
  await rail.collect(
    (some) => Promise.resolve(void reports.push(...some)),
    (some) => Promise.resolve(void credits.push(...some)),
    (part) => Promise.resolve(void parts.push(part)),
    unheard,
  );
  return { reports, credits, parts };
}

function fileOf(one: RailReport): string {
  if (one.status === 'SETTLED') return camt('camt.054', 'M', [debit(one)]);
  if (one.status === 'RETURNED') return camt('camt.054', 'M', [returned(one)]);
  return pain002([rejected(one)]);
}

/** As banks say it to banks. */
function fileBetweenBanks(one: RailReport): string {
  if (one.status === 'RETURNED') return pacs004([returnOf(one)]);
  return one.status === 'SETTLED' ? fileOf(one) : pacs002([rejected(one)]);
}

const returnOf = ({ reference, bankReference, returned: amount, reason }: RailReport): ReturnRecord => ({
  ...{ kind: 'return', messageId: 'R-1', reference, returnId: bankReference },
  ...{ instructionId: null, uetr: null },
  ...{ amount: amount ?? money('EUR', 1000_50n), reason: { code: 'AC04', text: reason } },
});

describe.each([
  ['pain.001', fileOf],
  ['pacs.008', fileBetweenBanks],
])('ISO 20022 over a folder, as %s', (message, said) =>
  describeRail(message, async () => {
    const rail = railOver(undefined, { message });
    await rail.files.arrived();
    const bank = new Bank();
    return {
      rail,
      bank: {
        async executed() {
          await bank.takes();
          return bank.executions;
        },
        async says(...reports) {
          for (const one of reports) await arrives(said(one));
        },
        isSilentOnce: () => Promise.resolve(),
      },
    };
  }),
);

describe('payments leave', () => {
  test('in one valid file, in blocks by account, value date and cut-off', async () => {
    const [one, two, three] = batch.payments as [
      RailBatch['payments'][0],
      RailBatch['payments'][0],
      RailBatch['payments'][0],
    ];
    const mixed = {
      ...batch,
      payments: [
        one,
        { ...two, amount: { ccyCode: 'GBP', value: 12.3 } },
        { ...three, valueDate: '2026-11-24' },
        { ...three, reference: '0123456789ABCDEZ', paymentType: 'REGULAR' as const, chargeType: null },
      ],
    };
    await railOver().submit(mixed, never());
    const [name = ''] = await inFolder('out');
    expect(name).toBe('pain.001-7f3c0a528f0e4a399d55000000000001.xml');
    const content = await text('out', name);
    expect(await schemaErrors(content)).toEqual([]);
    const blocks = [];
    for await (const { block } of readPain001(bytesOf(name, content)))
      blocks.push([block.account.iban, block.executionDate, block.serviceLevel, block.charges]);
    expect(blocks).toEqual([
      ['DE89370400440532013000', '2026-11-23', 'SEPA', 'SLEV'],
      ['DE89370400440532013000', '2026-11-23', 'URGP', 'SHAR'],
      ['DE89370400440532013000', '2026-11-24', 'URGP', 'SHAR'],
      ['GB33BUKB20201555555555', '2026-11-23', 'URGP', 'SHAR'],
    ]);
  });

  test('with the town, region, postal code and country of the beneficiary in fields of their own', async () => {
    const [one, two] = batch.payments as [RailBatch['payments'][0], RailBatch['payments'][0]];
    const { creditor } = two;
    const ofSender = { ...two, creditor: { ...creditor, address: null, addressLines: ['1 Main St, Leeds'] } };
    await railOver().submit({ ...batch, payments: [one, ofSender] }, never());
    const [name = ''] = await inFolder('out');
    const content = await text('out', name);
    expect(await schemaErrors(content)).toEqual([]);
    expect(
      [...content.matchAll(/<Cdtr>.*?<PstlAdr>(.*?)<\/PstlAdr>/g)].map(([, address]) => address),
    ).toEqual([
      '<PstCd>10115</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Hauptstrasse 1</AdrLine>',
      '<Ctry>DE</Ctry><AdrLine>1 Main St, Leeds</AdrLine>',
    ]);
  });

  test('except those in a currency without an account', async () => {
    const [one, ...others] = batch.payments;
    const mixed = { ...batch, payments: [{ ...one!, amount: { ccyCode: 'USD', value: 1 } }, ...others] };
    const { failures } = await railOver().submit(mixed, never());
    expect(failures).toEqual({ [one!.id]: 'RAIL_ACCOUNTS has no account in USD' });
    const bank = new Bank();
    await bank.takes();
    expect(bank.executions).toEqual(others.map(({ reference }) => reference));
  });

  test('except those with an address that would be cut', async () => {
    const [one, ...others] = batch.payments;
    const addressLines = Array.from({ length: 8 }, (_, i) => `${i} ${'x'.repeat(66)}`);
    const creditor = { ...one!.creditor, address: null, addressLines };
    const { failures } = await railOver().submit(
      { ...batch, payments: [{ ...one!, creditor }, ...others] },
      never(),
    );
    expect(failures).toEqual({
      [one!.id]: 'the address of the creditor does not fit into 7 lines of 70 characters, and is not cut',
    });
    const bank = new Bank();
    await bank.takes();
    expect(bank.executions).toEqual(others.map(({ reference }) => reference));
  });

  test('as pacs.008 if the operator is a bank', async () => {
    await railOver(undefined, { message: 'pacs.008' }).submit(batch, never());
    const [name = ''] = await inFolder('out');
    const content = await text('out', name);
    expect(content).toContain('pacs.008.001.08');
    expect(await schemaErrors(content)).toEqual([]);
  });
});

describe.each(['pain.001', 'pacs.008'] as const)('after the cut-off, in %s', (message) => {
  const friday = '2026-11-20';
  const [one, two] = batch.payments as [RailBatch['payments'][0], RailBatch['payments'][0]];
  const late: RailBatch = {
    ...batch,
    payments: [
      { ...one, valueDate: friday },
      { ...two, valueDate: friday, amount: { ccyCode: 'GBP', value: 12.3 } },
    ],
  };
  const cutOffs = cutOffsOf('EUR=15:30 Europe/Berlin,GBP=17:00 Europe/London');
  const submit = (files?: Files, some = late) => railOver(files, { message, cutOffs }).submit(some, never());
  const name = `${message}-7f3c0a528f0e4a399d55000000000001.xml`;
  const datesIn = async (...path: string[]) => {
    const dates: string[] = [];
    const source = bytesOf(name, await text(...path, name));
    for await (const { block } of message === 'pain.001' ? readPain001(source) : readPacs008(source))
      dates.push(`${block.ccyCode} ${block.executionDate}`);
    return dates.sort();
  };
  beforeEach(() => (clock = new TestClock(new Date(`${friday}T15:00:00Z`))));

  test('a payment leaves for the next banking day of its currency', async () => {
    const { executionDates } = await submit();
    expect(executionDates).toEqual({ [one.id]: '2026-11-23' });
    expect(await datesIn('out')).toEqual(['EUR 2026-11-23', `GBP ${friday}`]);
    expect(await schemaErrors(await text('out', name))).toEqual([]);
  });

  test('a batch that has left keeps its dates, whenever it is repeated, and whatever is left of it', async () => {
    await submit();
    const sent = await text('sent', name);
    clock.advance(3 * 24 * 60 * 60_000);
    expect((await submit()).executionDates).toEqual({ [one.id]: '2026-11-23' });
    const rest = { ...late, payments: late.payments.slice(1), isRepeated: true };
    expect((await submit(undefined, rest)).executionDates).toEqual({});
    expect(await text('sent', name)).toBe(sent);
    expect(await inFolder('out')).toEqual([name]);
  });

  test('a batch that was prepared and has not left gets the dates of the day on which it does', async () => {
    class Stuck extends Files {
      override move = (from: string, to: string) =>
        to.includes('/out/') ? Promise.reject(new Error('killed')) : super.move(from, to);
    }
    await expect(submit(new Stuck())).rejects.toThrow('killed');
    expect(await datesIn('sent')).toEqual(['EUR 2026-11-23', `GBP ${friday}`]);
    clock.advance(3 * 24 * 60 * 60_000);
    expect((await submit()).executionDates).toEqual({ [one.id]: '2026-11-24', [two.id]: '2026-11-23' });
    for (const folder of ['sent', 'out'])
      expect(await datesIn(folder)).toEqual(['EUR 2026-11-24', 'GBP 2026-11-23']);
  });
});

/** Fails once at a step, before or after it is done; then nothing more happens in this process. */
class Dying extends Files {
  steps = 0;

  constructor(
    private readonly at: number,
    private readonly isDone: boolean,
    private readonly failure = new Error('killed'),
  ) {
    super();
  }

  override move = (from: string, to: string) => this.step(() => super.move(from, to));
  override exists = (path: string) => this.step(() => super.exists(path));

  private async step<Result>(work: () => Promise<Result>): Promise<Result> {
    const isLast = ++this.steps >= this.at;
    if (isLast && !this.isDone) throw this.failure;
    const result = await work();
    if (isLast) throw this.failure;
    return result;
  }
}

const STEPS = 6;
const deaths = [false, true].flatMap((isDone) =>
  Array.from({ length: STEPS }, (_, i) => [i + 1, isDone] as const),
);

test.each(deaths)(
  'a process that ends at step %d (done: %s) loses and repeats no payment',
  async (at, isDone) => {
    const bank = new Bank();
    await railOver(new Dying(at, isDone))
      .submit(batch, never())
      .catch(() => {});
    await bank.takes();
    await railOver().submit(batch, never());
    await bank.takes();
    await railOver().submit(batch, never());
    await bank.takes();
    expect(bank.executions).toEqual(batch.payments.map(({ reference }) => reference));
  },
);

test('a full disk: nothing of the batch leaves, and all of it when there is space', async () => {
  class Full extends Files {
    override async replace(to: string, name: string, content: string): Promise<void> {
      await writeFile(join(to, `.${name}.tmp`), content.slice(0, 100));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
  }
  const bank = new Bank();
  await expect(railOver(new Full()).submit(batch, never())).rejects.toThrow('no space left');
  await bank.takes();
  expect(bank.executions).toEqual([]);
  await railOver().submit(batch, never());
  await bank.takes();
  expect(bank.executions).toHaveLength(3);
});

describe('what the bank says', () => {
  beforeEach(() => railOver().files.arrived());
  const reference = batch.payments[0]!.reference;

  test('a status of the whole message is that of each transfer that has no other', async () => {
    await railOver().submit(batch, never());
    const original = '7f3c0a528f0e4a399d55000000000001';
    const whole = { ...rejected({ reference }), originalMessageId: original, originalBlockId: null };
    await arrives(
      pain002([
        { ...whole, reference: null, status: 'ACSP', reason: null },
        { ...whole, originalBlockId: `${original.slice(0, 28)}-1` },
      ]),
    );
    const { reports } = await collected();
    expect(reports.map((one) => [one.reference, one.status])).toEqual([
      [reference, 'REJECTED'],
      [batch.payments[1]!.reference, 'ACCEPTED'],
      [batch.payments[2]!.reference, 'ACCEPTED'],
    ]);
  });

  test('a credit is passed on with all that is known of its sender', async () => {
    await arrives(camt('camt.054', 'M', [{ ...credit, ultimateParty: 'Globex Holding Ltd' }]));
    expect(await collected()).toEqual({
      reports: [],
      parts: [],
      credits: [
        {
          bankReference: 'FT26327ABCD',
          accountNumber: 'GB33BUKB20201555555555',
          bankAccount: 'GB33BUKB20201555555555',
          amount: money('GBP', 250_75n),
          valueDate: '2026-11-24',
          reference: 'Invoice 7',
          sender: {
            name: 'Globex Ltd',
            ultimateDebtor: 'Globex Holding Ltd',
            address: null,
            countryCode: null,
            accountNumber: 'GB29NWBK60161331926819',
            bicSwiftCode: 'NWBKGB2LXXX',
            routingCode: null,
          },
        },
      ],
    });
  });

  test('the same credit in a notification and in the statement has the same reference', async () => {
    // The statement is that of the account behind the virtual one.
    const virtual = { ...credit, account: 'GB94BARC10201530093459', virtualAccount: credit.account };
    await arrives(camt('camt.054', 'M', [credit]));
    await arrives(camt('camt.053', 'S', [virtual]));
    const accounts = new Map([['GBP', [credit.account, virtual.account]]]);
    const { credits } = await collected(railOver(undefined, { accounts }));
    expect(credits.map(({ bankAccount }) => bankAccount)).toEqual([credit.account, virtual.account]);
    expect(new Set(credits.map((one) => JSON.stringify([one.accountNumber, one.bankReference]))).size).toBe(
      1,
    );
  });

  test('an MT942 settles a payment, and has the same credit as the statement that follows, also as MT940', async () => {
    const lines = [
      ':61:2611241124C250,75NTRFINV-7//FT26327ABCD',
      `:61:2611241124D1000,50NTRF${reference}//FT9`,
    ].join('\r\n');
    const head = (type: string) =>
      `{1:F01BUKBGB22AXXX0000000000}{2:I${type}CRDRGB20XXXXN}{4:\r\n:20:STMT\r\n:25:${credit.account}\r\n:28C:5/1\r\n`;
    const balance = (field: string, amount: string) => `:${field}:C261124GBP${amount}\r\n`;
    await arrives(`${head('942')}:34F:GBP0,\r\n:13D:2611241200+0100\r\n${lines}\r\n-}`, 'in.942');
    const first = await collected();
    expect(first.reports).toMatchObject([{ reference, status: 'SETTLED', bankReference: 'FT9' }]);
    expect(first.credits).toMatchObject([{ amount: money('GBP', 250_75n), reference: 'INV-7' }]);
    await arrives(
      `${head('940')}${balance('60F', '1000,50')}${lines}\r\n${balance('62F', '250,75')}-}`,
      'in.940',
    );
    await arrives(camt('camt.053', 'S', [credit]));
    const { credits, parts } = await collected();
    expect(parts).toHaveLength(1);
    const references = [...first.credits, ...credits].map(
      (one) => `${one.accountNumber} ${one.bankReference}`,
    );
    expect(references).toEqual(Array(3).fill(`${credit.account} FT26327ABCD`));
  });

  test.each([
    ['a pending booking', { status: 'PENDING' as const }],
    ['a debit that is not ours', { direction: 'DEBIT' as const }],
  ])('%s is nothing yet', async (_, more) => {
    await arrives(camt('camt.054', 'M', [{ ...credit, ...more }]));
    expect(await collected()).toEqual({ reports: [], credits: [], parts: [] });
    expect(await railOver().files.setAside()).toEqual([]);
  });

  test.each([
    ['no reference of the bank', { bankReference: null }, 'has no reference of the bank'],
    ['a total', { transactions: 12 }, 'stands for 12 that are not told'],
    ['a credit taken back', { direction: 'DEBIT' as const, isReversal: true }, 'takes the credit'],
    [
      'a return of nobody knows what',
      { isReturn: true, returnReason: { code: 'AC04', text: null } },
      'returns a payment',
    ],
  ])('%s waits for a person, and the rest of the file is stored', async (_, more, reason) => {
    await arrives(
      camt('camt.054', 'M', [
        { ...credit, ...more },
        { ...credit, bankReference: 'OTHER' },
      ]),
      'odd.xml',
    );
    const { credits } = await collected();
    expect(credits.map(({ bankReference }) => bankReference)).toEqual(['OTHER']);
    expect(await railOver().files.setAside()).toEqual([
      {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        name: 'odd.xml',
        reason: expect.stringContaining(reason),
      },
    ]);
  });

  test('the same content is read once, whatever its name', async () => {
    const content = camt('camt.054', 'M', [credit]);
    await arrives(content, 'a.xml');
    expect((await collected()).credits).toHaveLength(1);
    await arrives(content, 'b.xml');
    expect((await collected()).credits).toEqual([]);
    expect(await inFolder('in')).toEqual([]);
  });

  test('what could not be stored is read again', async () => {
    await arrives(camt('camt.054', 'M', [credit]));
    const away = () => Promise.reject(new Error('the database is away'));
    await expect(railOver().collect(unheard, away, unheard, unheard)).rejects.toThrow('the database is away');
    expect((await collected()).credits).toHaveLength(1);
  });

  test('a file seen half written is read when it is whole', async () => {
    const content = camt('camt.054', 'M', [credit]);
    await writeFile(join(folder, 'in', 'half.xml'), content.slice(0, 400));
    await writeFile(join(folder, 'in', 'whole.xml.filepart'), content);
    expect(await collected()).toEqual({ reports: [], credits: [], parts: [] });
    expect(await inFolder('in')).toEqual(['half.xml', 'whole.xml.filepart']);
    await writeFile(join(folder, 'in', 'half.xml'), content);
    expect((await collected()).credits).toHaveLength(1);
    expect(await railOver().files.setAside()).toEqual([]);
  });

  test('one that stays unreadable is set aside with the reason, nothing of it is stored, and the next ones are read', async () => {
    const content = camt('camt.054', 'M', [credit, { ...credit, bankReference: 'FT2' }]);
    const half = content.slice(0, content.indexOf('FT2'));
    await arrives(half, 'a.xml');
    await utimes(join(folder, 'in', 'a.xml'), start, new Date(start.getTime() - 61_000));
    await arrives(camt('camt.054', 'M', [{ ...credit, bankReference: 'FT3' }]), 'b.xml');
    const { credits } = await collected();
    expect(credits.map(({ bankReference }) => bankReference)).toEqual(['FT3']);
    const [one] = await railOver().files.setAside();
    expect(one).toMatchObject({
      name: 'a.xml',
      reason: expect.stringMatching(/^The file is refused: a\.xml, line \d+: unclosed tag/),
    });
    expect(await text('set-aside', one!.digest, 'a.xml')).toBe(half);
  });
});
