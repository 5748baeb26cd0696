import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { camt } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import type { RailCredit, RailReport, RailStatementPart } from '../payment-rail.js';
import { credit } from './files.fixture.js';
import { Iso20022Rail } from './iso20022-rail.js';

let folder: string;
let rail: Iso20022Rail;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rail-'));
  const accounts = new Map([
    ['EUR', 'DE89370400440532013000'],
    ['GBP', 'GB33BUKB20201555555555'],
  ]);
  const debtor = { holder: 'Corridor Payments Ltd', bic: 'CORRGB2LXXX', accounts };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  rail = new Iso20022Rail({ folder, debtor, message: 'pain.001', dialect }, new TestClock());
  await rail.files.arrived();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const arrives = (content: string) => writeFile(join(folder, 'in', 'a.xml'), content);

async function collected() {
  const reports: RailReport[] = [];
  const credits: RailCredit[] = [];
  const parts: RailStatementPart[] = [];
  await rail.collect(
    async (some) => void reports.push(...some),
    async (some) => void credits.push(...some),
    async (part) => void parts.push(part),
    async () => {},
  );
  return { reports, credits, parts };
}

describe('a report about an account that is not in RAIL_ACCOUNTS in its currency is set aside', () => {
  const CLOSED = { kind: 'balance', type: 'CLBD', date: '2026-11-23' } as const;
  const mt942 = ':20:STMT\r\n:25:DE00NOTOURS\r\n:28C:5/1\r\n:34F:GBP0,\r\n:13D:2611241200+0100\r\n';
  test.each([
    [
      'of a stranger, to an account of a client',
      camt('camt.054', 'M', [
        { ...credit, account: 'DE02120300000000202051', virtualAccount: credit.account },
        { ...credit, account: 'DE02120300000000202051', bankReference: 'FT2' },
      ]),
      'N-1 is about DE02120300000000202051 in GBP',
    ],
    [
      'of our account in another currency',
      camt('camt.054', 'M', [{ ...credit, account: 'DE89370400440532013000' }]),
      'N-1 is about DE89370400440532013000 in GBP',
    ],
    [
      'of a statement without bookings',
      camt('camt.053', 'S', [
        { ...CLOSED, statementId: 'N-1', account: 'DE02120300000000202051', amount: money('EUR', 5n) },
      ]),
      'N-1 is about DE02120300000000202051 in EUR',
    ],
    [
      'of an MT942',
      `{1:F01X}{4:\r\n${mt942}:61:2611241124C250,75NTRFINV-7//FT26327ABCD\r\n-}`,
      'STMT 5 is about DE00NOTOURS in GBP',
    ],
  ])('%s', async (_, content, reason) => {
    await arrives(content);
    expect(await collected()).toEqual({ reports: [], credits: [], parts: [] });
    expect(await rail.files.setAside()).toMatchObject([
      { reason: `${reason}, which RAIL_ACCOUNTS does not have: nothing of this account is read.` },
    ]);
  });

  test('and the other reports of its file are read', async () => {
    const other = { ...credit, statementId: 'N-2', account: 'DE02120300000000202051' };
    await arrives(camt('camt.054', 'M', [other, credit]));
    expect((await collected()).credits).toMatchObject([
      { accountNumber: credit.account, bankAccount: credit.account },
    ]);
    expect(await rail.files.setAside()).toHaveLength(1);
  });

  test('but not one that has the local number of an IBAN', async () => {
    await arrives(camt('camt.054', 'M', [{ ...credit, account: '20201555555555' }]));
    expect((await collected()).credits).toMatchObject([
      { accountNumber: '20201555555555', bankAccount: credit.account },
    ]);
  });
});
