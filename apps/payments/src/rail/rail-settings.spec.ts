import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@corridor/testing';
import { batch, never } from './iso20022/files.fixture.js';
import { railFrom, railSettings } from './rail-settings.js';

type Given = Parameters<typeof railFrom>[0];

test.each(['acme', 'iso20022', 'http', 'manual'])(
  'payments of RAIL=%s never leave by the simulated rail: what makes no rail ends the start',
  (adapter) => {
    const given = { adapter, bic: null } as unknown as Given;
    expect(() => railFrom(given, new TestClock(), { latest: () => Promise.resolve([]) } as never)).toThrow(
      `RAIL=${adapter} makes no rail`,
    );
  },
);

test.each([
  ['', ['pain.001.001.09', 'Łódź Maschinenbau'], ['BtchBookg']],
  ['swift', ['pain.001.001.09', 'Lodz Maschinenbau'], ['BtchBookg', 'Łódź']],
  ['batch-booking', ['<BtchBookg>true</BtchBookg>'], []],
  ['single-booking', ['<BtchBookg>false</BtchBookg>'], []],
  ['pacs.008', ['pacs.008.001.08', 'Łódź Maschinenbau'], ['pain.001']],
  ['pacs.008,swift', ['pacs.008.001.08', 'Lodz Maschinenbau'], []],
])('RAIL_DIALECT=%s writes %j and not %j', async (dialect, written, other) => {
  const folder = await mkdtemp(join(tmpdir(), 'dialect-'));
  Object.assign(process.env, {
    ...{ RAIL: 'iso20022', BANK_BIC: 'CORRGB2LXXX', RAIL_FOLDER: folder, RAIL_DIALECT: dialect },
    ...{ RAIL_HOLDER: 'Corridor Payments Ltd', RAIL_ACCOUNTS: 'EUR=DE89370400440532013000' },
  });
  const named = batch.payments.map((one) => ({
    ...one,
    creditor: { ...one.creditor, name: 'Łódź Maschinenbau' },
  }));
  const rail = railFrom(railSettings(), new TestClock(), {} as never);
  await rail.submit({ ...batch, payments: named }, never());
  const [name = ''] = await readdir(join(folder, 'sent'));
  const text = await readFile(join(folder, 'sent', name), 'utf8');
  await rm(folder, { recursive: true });
  for (const one of written) expect(text).toContain(one);
  for (const one of other) expect(text).not.toContain(one);
});
