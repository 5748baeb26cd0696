import crypto from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, readPain001 } from '@corridor/iso20022';
import { isNacha, readAchDebits, traceOf } from '@corridor/iso20022/nacha';
import { achReturnFile, camt, pain002 } from '@corridor/iso20022/testing';
import { sized, TestClock } from '@corridor/testing';
import { obtainSshd, startSshd } from '@corridor/tools/servers/sshd.mjs';
import { Unavailable } from '@corridor/tools/servers/unavailable.mjs';
import { describeRail } from '../kit/rail-kit.js';
import type { RailBatch, RailCredit, RailReport } from '../payment-rail.js';
import { achDebit, originator } from './ach.fixture.js';
import { cutAfter } from './cut-connection.fixture.js';
import { batch, credit, debit, never, rejected, returned } from './files.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';
import { SftpExchange, type SftpServer } from './sftp-exchange.js';

jest.setTimeout(sized({ small: 60_000, full: 3_600_000 }));

/** The name of a copy that cannot be written. */
const NO_SPACE = '00000000-0000-4000-8000-000000000000';

type Sshd = Awaited<ReturnType<typeof startSshd>>;

const program = obtained();
const withServer = program === null ? describe.skip : describe;

/** @returns null where no OpenSSH can be had @throws Unavailable in CI */
function obtained(): string | null {
  try {
    return obtainSshd();
  } catch (error) {
    if (!(error instanceof Unavailable) || process.env['CI']) throw error;
    console.warn(`NOT TESTED: SFTP, because ${error.message}`);
    return null;
  }
}

let sshd: Sshd;
let clock: TestClock;
let folder: string;
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sftp-'));
  folders.push(made);
  return made;
}

const debtor = {
  holder: 'Corridor Payments Ltd',
  bic: 'CORRGB2LXXX',
  accounts: new Map([
    ['EUR', 'DE89370400440532013000'],
    ['GBP', 'GB33BUKB20201555555555'],
  ]),
};

async function serverOf(one: Sshd, more: Partial<SftpServer> = {}): Promise<SftpServer> {
  return {
    ...{ host: '127.0.0.1', port: one.port, user: one.user, hostKeys: [one.hostKey] },
    credential: { privateKey: await readFile(one.keyFile, 'utf8') },
    ...{ out: 'out', in: 'in' },
    ...more,
  };
}

function railOver(server: SftpServer, everyMs = 0): Iso20022Rail {
  const disk = new Files();
  const exchange = new SftpExchange(server, join(folder, 'fetched'), disk, clock);
  return new Iso20022Rail(
    {
      ...{ folder, debtor, message: 'pain.001' },
      server: { exchange, everyMs },
      ach: { originator, holdDays: 2 },
      dialect: { characters: 'unicode', batchBooking: null },
    },
    clock,
    disk,
  );
}
const rail = async (more: Partial<SftpServer> = {}) => railOver(await serverOf(sshd, more));

const remote = (...path: string[]) => join(sshd.files, ...path);
const seenByBank = async (name: string): Promise<string[]> =>
  (await readdir(remote(name))).filter((one) => !one.startsWith('.'));

/** The bank takes its files away, and executes what is in them. */
class Bank {
  readonly executions: string[] = [];

  async takes(): Promise<void> {
    for (const name of await seenByBank('out')) {
      const content = await readFile(remote('out', name), 'utf8');
      await rm(remote('out', name));
      const source = bytesOf(name, content);
      if (await isNacha(source))
        for await (const { reference } of readAchDebits(source)) this.executions.push(reference);
      else for await (const { transfer } of readPain001(source)) this.executions.push(transfer.reference);
    }
  }
}
const references = batch.payments.map(({ reference }) => reference);

const [POOR, GOOD] = ['A00000000000001', 'A00000000000002'] as const;
const debits: RailBatch = { ...batch, payments: [achDebit(POOR), achDebit(GOOD)] };
const returnOf = (reference: string) =>
  achReturnFile([{ code: 'R01', cents: 1_000_50n, reference, originalTrace: traceOf(originator, 1) }]);
/** More than the hold and the holidays in it. */
const HOLD_MS = 8 * 86_400_000;

let arrivals = 0;
async function arrives(content: string, name = `${String(++arrivals).padStart(4, '0')}.xml`): Promise<void> {
  await writeFile(remote('in', `.${name}`), content);
  await rename(remote('in', `.${name}`), remote('in', name));
}

const unheard = () => Promise.resolve();
async function collected(of: Iso20022Rail, onCredits: () => Promise<void> = unheard) {
  const reports: RailReport[] = [];
  const credits: RailCredit[] = [];
  await of.collect(
    (some) => Promise.resolve(void reports.push(...some)),
    async (some) => {
      credits.push(...some);
      await onCredits();
    },
    unheard,
    unheard,
  );
  return { reports, credits: credits.map(({ bankReference }) => bankReference) };
}
const notification = (...bankReferences: string[]) =>
  camt(
    'camt.054',
    'M',
    bankReferences.map((bankReference) => ({ ...credit, bankReference })),
  );

withServer('over a real OpenSSH server', () => {
  beforeAll(async () => {
    sshd = await startSshd(program!, await newFolder(), { folders: ['out', 'in'] });
  });
  beforeEach(async () => {
    clock = new TestClock(new Date());
    folder = await newFolder();
    for (const name of ['out', 'in'])
      for (const one of await readdir(remote(name))) await rm(remote(name, one));
  });
  afterAll(async () => {
    await sshd.stop();
    for (const one of folders) await rm(one, { recursive: true });
  });

  describeRail('ISO 20022 over SFTP', async () => {
    const bank = new Bank();
    return {
      rail: await rail(),
      bank: {
        async executed() {
          await bank.takes();
          return bank.executions;
        },
        async says(...reports) {
          for (const one of reports) await arrives(fileOf(one));
        },
        isSilentOnce: () => Promise.resolve(),
      },
    };
  });

  test('a server with another host key is refused, by its fingerprint, and gets nothing', async () => {
    const other = `SHA256:${'A'.repeat(43)}`;
    const impostor = await rail({ hostKeys: [other] });
    const named = `the host key of 127.0.0.1 is ${sshd.hostKey}, which RAIL_SFTP_HOST_KEYS does not have`;
    await expect(impostor.submit(batch, never())).rejects.toThrow(named);
    await expect(collected(impostor)).rejects.toThrow(named);
    expect(await readdir(remote('out'))).toEqual([]);
    // The key may be the next one of the bank.
    await (await rail({ hostKeys: [other, sshd.hostKey] })).submit(batch, never());
    expect(await seenByBank('out')).toHaveLength(1);
  });

  test('a look at the server counts what waits, and leaves nothing', async () => {
    const exchange = async (more: Partial<SftpServer> = {}) =>
      new SftpExchange(await serverOf(sshd, more), join(folder, 'fetched'), new Files(), clock);
    await arrives(notification('B1'));
    expect(await (await exchange()).look()).toBe(1);
    expect([await readdir(folder), await seenByBank('out')]).toEqual([[], []]);
    for (const wrong of [{ in: 'nowhere' }, { out: 'nowhere' }, { hostKeys: ['SHA256:other'] }])
      await expect((await exchange(wrong)).look()).rejects.toThrow(/nowhere|host key/);
  });

  test('a password that the server does not take is an error', async () => {
    const stranger = await rail({ credential: { password: 'guess' } });
    await expect(stranger.submit(batch, never())).rejects.toThrow('authentication');
  });

  const CUTS = sized({ small: 4, full: 150 });
  const cuts = (most: number, length = CUTS) =>
    Array.from({ length }, (_, i) => Math.round(((i + 1) * most) / length));

  test('a connection that is lost, wherever: each payment is in exactly one file', async () => {
    for (const bytes of cuts(12_000)) {
      folder = await newFolder();
      const bank = new Bank();
      const way = await cutAfter(bytes, sshd.port, 'sent');
      await (await rail({ port: way.port })).submit(batch, never()).catch(() => {});
      await way.close();
      await bank.takes();
      await (await rail()).submit(batch, never());
      await bank.takes();
      await (await rail()).submit(batch, never());
      await bank.takes();
      expect({ bytes, executions: bank.executions }).toEqual({ bytes, executions: references });
    }
  });

  test('a connection that is lost, wherever: each debit is in exactly one file, and settles or comes back', async () => {
    for (const bytes of cuts(12_000, sized({ small: 2, full: 150 }))) {
      folder = await newFolder();
      const bank = new Bank();
      const way = await cutAfter(bytes, sshd.port, 'sent');
      const told: string[] = [];
      const take = (some: readonly RailReport[]) =>
        Promise.resolve(void told.push(...some.map(({ reference, status }) => `${reference} ${status}`)));
      const over = async (port: number) => {
        const one = await rail({ port });
        await one.submit({ ...debits, payments: [...batch.payments, ...debits.payments] }, never());
        await one.collect(take, unheard, unheard, unheard);
      };
      await over(way.port).catch(() => {});
      await way.close();
      await bank.takes();
      await over(sshd.port);
      await bank.takes();
      expect({ bytes, executions: bank.executions.sort() }).toEqual({
        bytes,
        executions: [...references, POOR, GOOD].sort(),
      });
      expect(told).toEqual([]);
      clock.advance(HOLD_MS);
      await arrives(returnOf(POOR));
      const back = await cutAfter(bytes, sshd.port, 'sent');
      await over(back.port).catch(() => {});
      await back.close();
      await over(sshd.port);
      // What is stored when the connection is lost may be told again.
      expect({ bytes, told: [...new Set(told)] }).toEqual({
        bytes,
        told: [
          `${POOR} RETURNED`,
          ...['ACCEPTED', 'SETTLED'].flatMap((one) => [`${POOR} ${one}`, `${GOOD} ${one}`]),
        ],
      });
      expect(await readdir(join(folder, 'holding'))).toEqual([]);
    }
  });

  test('no debit settles before the bank has taken the file, or while its server is away: what has come back may be there', async () => {
    await (await rail()).submit(debits, never());
    clock.advance(HOLD_MS);
    expect((await collected(await rail())).reports).toEqual([]);
    await new Bank().takes();
    const away = await rail({ port: 1 });
    const told: RailReport[] = [];
    const take = (some: readonly RailReport[]) => Promise.resolve(void told.push(...some));
    await expect(away.collect(take, unheard, unheard, unheard)).rejects.toThrow('ECONNREFUSED');
    expect(told).toEqual([]);
    await arrives(returnOf(GOOD));
    const { reports } = await collected(await rail());
    expect(reports.map(({ reference, status }) => [reference, status])).toEqual([
      [GOOD, 'RETURNED'],
      [POOR, 'ACCEPTED'],
      [GOOD, 'ACCEPTED'],
      [POOR, 'SETTLED'],
      [GOOD, 'SETTLED'],
    ]);
  });

  test('a connection that is lost while a file is fetched: nothing of a part of it is taken, and all of it later', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `F${i}`);
    for (const bytes of cuts(25_000)) {
      folder = await newFolder();
      await arrives(notification(...many));
      const way = await cutAfter(bytes, sshd.port, 'received');
      // What is passed on when the connection is lost may be passed on again.
      const told: string[] = [];
      const take = (some: readonly RailCredit[]) =>
        Promise.resolve(void told.push(...some.map(({ bankReference }) => bankReference)));
      const collect = async (port: number) => (await rail({ port })).collect(unheard, take, unheard, unheard);
      await collect(way.port).catch(() => {});
      await way.close();
      expect([0, many.length]).toContain(told.length);
      await collect(sshd.port);
      expect({ bytes, credits: [...new Set(told)] }).toEqual({ bytes, credits: many });
      expect({ bytes, left: await readdir(remote('in')) }).toEqual({ bytes, left: [] });
    }
  });

  test('a server whose disk is full: nothing of the batch leaves, and all of it when there is space', async () => {
    const full = await startSshd(program!, await newFolder(), { folders: ['out', 'in'], mostBytes: 1024 });
    await expect(railOver(await serverOf(full)).submit(batch, never())).rejects.toThrow(
      /the server of the bank has 1024 of the \d+ bytes/,
    );
    const atFull = (await readdir(join(full.files, 'out'))).filter((one) => !one.startsWith('.'));
    await full.stop();
    expect(atFull).toEqual([]);
    const bank = new Bank();
    await (await rail()).submit(batch, never());
    await bank.takes();
    expect(bank.executions).toEqual(references);
  });

  test('our own disk is full while a file is fetched: nothing of it is taken, and all of it when there is space', async () => {
    const FULL = '/dev/full'; // each write fails with ENOSPC
    const copies = join(folder, 'fetched');
    await mkdir(copies);
    const uuid = jest.spyOn(crypto, 'randomUUID').mockReturnValue(NO_SPACE);
    await symlink(FULL, join(copies, NO_SPACE));
    await arrives(notification('D1', 'D2'));
    const one = await rail();
    await expect(collected(one)).rejects.toThrow('ENOSPC');
    uuid.mockRestore();
    await unlink(join(copies, NO_SPACE));
    expect((await collected(one)).credits).toEqual(['D1', 'D2']);
    expect(await readdir(remote('in'))).toEqual([]);
  });

  test('a file seen half written stays on the server until it is whole', async () => {
    const content = notification('H1', 'H2');
    await writeFile(remote('in', 'half.xml'), content.slice(0, 900));
    await writeFile(remote('in', 'other.xml.filepart'), content);
    const one = await rail();
    expect((await collected(one)).credits).toEqual([]);
    expect(await readdir(remote('in'))).toEqual(['half.xml', 'other.xml.filepart']);
    expect(await readdir(join(folder, 'fetched'))).toEqual([]);
    await writeFile(remote('in', 'half.xml'), content);
    expect((await collected(one)).credits).toEqual(['H1', 'H2']);
    expect(await readdir(remote('in'))).toEqual(['other.xml.filepart']);
    expect(await one.files.setAside()).toEqual([]);
  });

  test('the same file twice is read once, also under another name', async () => {
    const one = await rail();
    await arrives(notification('T1'), 'a.xml');
    expect((await collected(one)).credits).toEqual(['T1']);
    await arrives(notification('T1'), 'a.xml');
    await arrives(notification('T1'), 'b.xml');
    expect((await collected(one)).credits).toEqual([]);
    expect(await readdir(remote('in'))).toEqual([]);
  });

  test('another file under the name of one that is being read is read too', async () => {
    const one = await rail();
    await arrives(notification('N1'), 'camt054.xml');
    const replace = () => arrives(notification('N2', 'N3'), 'camt054.xml');
    expect((await collected(one, replace)).credits).toEqual(['N1']);
    expect((await collected(one)).credits).toEqual(['N2', 'N3']);
    expect(await readdir(remote('in'))).toEqual([]);
  });

  test('what a lost connection has left hidden is read too, also with a long name', async () => {
    for (const name of ['camt054.xml', `${'n'.repeat(170)}.xml`]) {
      await arrives(notification(`L${name.length}`), `.${crypto.randomUUID()}-${name}.tmp`);
      expect((await collected(await rail())).credits).toEqual([`L${name.length}`]);
      expect(await readdir(remote('in'))).toEqual([]);
    }
  });

  test('files in the wrong order: a return before its settlement is passed on with it', async () => {
    const reference = references[0]!;
    const said = { reference, bankReference: 'FT1', reason: null, reportId: '', returned: null };
    await arrives(camt('camt.054', 'M-2', [returned({ ...said, status: 'RETURNED' })]), 'a.xml');
    await arrives(camt('camt.054', 'M-1', [debit({ ...said, status: 'SETTLED' })]), 'b.xml');
    const { reports } = await collected(await rail());
    expect(reports.map(({ status }) => status)).toEqual(['RETURNED', 'SETTLED']);
  });

  test('a server that is away does not keep files in the folder from being read, and is asked now and then', async () => {
    const away = railOver(await serverOf(sshd, { port: 1 }), 30_000);
    await away.files.receive('upload.xml', Buffer.from(notification('L1')));
    const credits: RailCredit[] = [];
    const collect = () =>
      away.collect(unheard, (some) => Promise.resolve(void credits.push(...some)), unheard, unheard);
    await expect(collect()).rejects.toThrow('ECONNREFUSED');
    expect(credits).toHaveLength(1);
    await collect();
    clock.advance(30_000);
    await expect(collect()).rejects.toThrow('ECONNREFUSED');
  });

  test('a server that is stopped is away since the first attempt, until it is reached again', async () => {
    const one = await rail();
    expect(one.away).toBeNull();
    await sshd.stop();
    const since = clock.now();
    await expect(collected(one)).rejects.toThrow('ECONNREFUSED');
    clock.advance(60_000);
    await expect(one.submit(batch, never())).rejects.toThrow('ECONNREFUSED');
    expect(one.away).toEqual({ since, reason: expect.stringContaining('ECONNREFUSED') });
    await sshd.start();
    await collected(one);
    expect(one.away).toBeNull();
  });
});

function fileOf(one: RailReport): string {
  if (one.status === 'SETTLED') return camt('camt.054', 'M', [debit(one)]);
  if (one.status === 'RETURNED') return camt('camt.054', 'M', [returned(one)]);
  return pain002([rejected(one)]);
}
