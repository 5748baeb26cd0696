import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { InboundFundsModule } from '../../inbound-funds.module.js';
import { Reactions } from '../../reactions.js';
import { service } from '../../service.js';
import { iban } from '../account-numbers.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { PoolLevels } from './pool-levels.js';
import { WaitingWallets } from './waiting-wallets.js';

/** Wallets of a pool that the bank has ended, while another pool still has accounts. */

const BANK = '/operator/v1/bank/collection-accounts';
const staff: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['bank:read', 'bank:write'],
  approved: { id: 'apr_1', by: { id: 'stf_2', name: 'Leo Brandt' } },
};
const clock = new TestClock();
const british = (n: number): string => iban('GB', `NWBK601613${String(n).padStart(8, '0')}`);

let pools: TestService;
let give: jest.SpyInstance;
beforeAll(async () => {
  pools = await startTestService(service, InboundFundsModule.in('SANDBOX'), {
    ...{ clock, caller: staff, variables: { COLLECTION_ACCOUNTS: 'pool', COLLECTION_ACCOUNTS_LOW: '1' } },
  });
  await pools.app.get(WaitingWallets).onModuleDestroy(); // its turns are those of the test
  give = jest.spyOn(pools.app.get(WalletAccounts), 'give');
});
afterAll(() => pools.close());

const imports = (currency: string, ...numbers: number[]) => {
  const lines = numbers.map((n) => `${currency},GB,${british(n)},NWBKGB2L,NatWest`);
  const csv = ['currency,country,iban,bic,bank_name', ...lines].join('\n');
  return pools.post(`${BANK}/import`, { csv });
};
const opens = (n: number) => {
  const wallet = { walletId: `wal_${n}`, client: { id: `cli_${n}`, name: `Client ${n}` }, ccyCode: 'GBP' };
  const message = delivered<'ledger.wallet_opened'>(wallet);
  const caller = { ...message.caller, client: wallet.client };
  return pools.app.get(Reactions).onWalletOpened({ ...message, caller } as never);
};
/** How many wallets are tried in some turns. */
const triedIn = async (turns: number) => {
  give.mockClear();
  for (let n = 0; n < turns; n++) await pools.app.get(WaitingWallets).turn();
  return give.mock.calls.length;
};
const level = async () => {
  const levels = (await pools.get(`${BANK}/levels`)).data as unknown as { ccyCode: string | null }[];
  return levels.find(({ ccyCode }) => ccyCode === 'GBP');
};
const health = () =>
  (pools.app.get(PoolLevels) as unknown as { mustBeFilled(): Promise<void> }).mustBeFilled().then(
    () => null,
    ({ detail }: { detail: string }) => detail,
  );

test('are tried again when accounts were imported, or after five minutes, and are seen by staff', async () => {
  await imports('GBP', 1, 2);
  await imports('*', 11, 12, 13);
  for (const n of [1, 2]) await opens(n);
  expect(await level()).toMatchObject({ allocated: 2, hasEnded: false });
  const accounts = (await pools.get(BANK)).data as unknown as { id: string; ccyCode: string | null }[];
  for (const { id } of accounts.filter(({ ccyCode }) => ccyCode === 'GBP'))
    await pools.post(`${BANK}/${id}/retire`, { reason: 'The bank has ended them.' });
  expect(await level()).toMatchObject({ free: 0, retired: 2, waiting: 2, isLow: true, hasEnded: true });
  expect(await health()).toBe('GBP: all are retired, 2 wallets wait');

  expect(await triedIn(5)).toBe(2);
  await imports('*', 14);
  expect(await triedIn(5)).toBe(2);
  clock.advance(300_001);
  expect(await triedIn(5)).toBe(2);

  await imports('GBP', 3);
  expect(await triedIn(5)).toBe(2);
  expect(await level()).toMatchObject({ allocated: 1, waiting: 1, hasEnded: false });
  await imports('GBP', 4);
  expect(await triedIn(5)).toBe(1);
  expect(await level()).toMatchObject({ allocated: 2, waiting: 0 });
  expect(await triedIn(5)).toBe(0);
});
