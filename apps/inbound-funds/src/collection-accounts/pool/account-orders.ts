import { type AccountRequestResource, poolAccountIdOf } from '@corridor/inbound-funds-contract';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, instantOf, refuse } from '@corridor/kernel';
import { Job, type PlatformSettings, ProviderClient, Readiness, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type CollectionAccountSettings, collectionAccountSettings } from '../collection-account-settings.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { accountRequest, accountRequestIdOf } from './account-request.js';
import { lockedAccounts } from './closed-clients.js';
import {
  type AccountDetails,
  type State,
  allocate,
  importAccount,
  numbersOf,
  poolAccount,
} from './pool-account.js';
import { accountOr, type Row } from './pool-file.js';

const EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const LATE_MS = 15 * 60_000;
const AT_MOST = 100;

/** Asks the provider for the accounts of wallets that wait, one wallet after the other. */
@Injectable()
export class AccountOrders extends Job {
  private readonly provider: ProviderClient | null;
  /** Wallets for which the provider has no account yet: how often it was asked, and when the next time is. */
  private readonly refused = new Map<string, { readonly attempts: number; readonly nextMs: number }>();

  constructor(
    @Inject(collectionAccountSettings.KEY) { adapter, url, key }: CollectionAccountSettings,
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly accounts: WalletAccounts,
    private readonly clock: Clock,
    readiness: Readiness,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    super(EVERY_MS);
    this.provider = adapter === 'http' && url && key ? new ProviderClient({ url, key }, clock) : null;
    if (this.provider) readiness.reports('account provider', () => this.mustDeliver());
  }

  /** Any number of replicas may run it: the provider has one answer for each wallet. */
  override async turn(): Promise<void> {
    if (!this.provider) return;
    const now = this.clock.now().getTime();
    const waiting = await this.waiting();
    for (const id of this.refused.keys()) if (!waiting.some((one) => one.id === id)) this.refused.delete(id);
    for (const one of waiting) {
      if (this.provider.isResting) return;
      const before = this.refused.get(one.id) ?? { attempts: 0, nextMs: 0 };
      if (before.nextMs > now) continue;
      try {
        await this.give(one, await this.ordered(this.provider, one));
      } catch (error) {
        const wait = Math.min(1000 * 2 ** before.attempts, LONGEST_WAIT_MS);
        this.refused.set(one.id, { attempts: before.attempts + 1, nextMs: now + wait });
        this.log.error(`${one.walletId} gets no collection account: ${(error as Error).message}`);
      }
    }
  }

  /** Those that nobody has refused come first: at most 100 are asked for in a turn. */
  private waiting(): Promise<AccountRequestResource[]> {
    const later = [...this.refused].filter(([, { nextMs }]) => nextMs > this.clock.now().getTime());
    return this.database
      .query<{ data: AccountRequestResource }>(
        `SELECT data FROM account_request WHERE status = 'WAITING'
         ORDER BY id = ANY ($1), created_on, id LIMIT ${AT_MOST}`,
        [later.map(([id]) => id)],
      )
      .then((rows) => rows.map(({ data }) => data));
  }

  /** @throws Error if one of the accounts cannot be used: then none is given out */
  private ordered(provider: ProviderClient, one: AccountRequestResource): Promise<AccountDetails[]> {
    const { walletId, client, ccyCode: currency, createdOn } = one;
    const read = (status: number, body: unknown) => readAccounts(status, body, currency);
    return provider.request('POST', 'accounts', read, {
      body: { walletId, client, currency },
      // A wallet whose account was retired asks for another one.
      idempotencyKey: `${walletId} ${createdOn}`,
    });
  }

  private give(
    { walletId, client, ccyCode, createdOn: openedOn }: AccountRequestResource,
    accounts: readonly AccountDetails[],
  ): Promise<void> {
    const own = systemCaller(this.platform.environment, OPERATOR, walletId);
    return this.database.exclusively('collection account imports', async () => {
      if ((await lockedAccounts(this.database, client.id)).isClosed) return;
      for (const account of accounts) {
        const id = poolAccountIdOf(String(numbersOf(account)[0]));
        const holder = { client, walletId: account.ccyCode === null ? null : walletId };
        const taken = await this.ownersOf(account);
        if (taken.some((one) => one.id !== id || one.of !== client.id))
          throw new Error(`the provider has given ${numbersOf(account)[0]} before, to somebody else`);
        if (taken.length > 0) continue;
        const allocated = (state: State) => {
          const imported = importAccount(state, account);
          return [...imported, ...allocate(imported.reduce(poolAccount.evolve, state), holder)];
        };
        await this.store.handle(poolAccount, id, allocated, { caller: own });
      }
      const caller = systemCaller(this.platform.environment, client, walletId);
      await this.accounts.give({ walletId, client, ccyCode, openedOn }, caller);
      const { status } = await this.store.state(accountRequest, accountRequestIdOf(walletId));
      if (status === 'WAITING')
        throw new Error('what the provider has given is retired, or of another wallet');
    });
  }

  private ownersOf(account: AccountDetails) {
    return this.database.query<{ id: string; of: string | null }>(
      `SELECT id, of_client AS of FROM pool_account_number JOIN pool_account ON id = account_id WHERE number = ANY ($1)`,
      [numbersOf(account)],
    );
  }

  /** @throws Refusal that says why wallets wait */
  private async mustDeliver(): Promise<void> {
    const away = this.provider?.away;
    if (away) throw refuse('unavailable', `not reached since ${away.since.toISOString()}: ${away.reason}`);
    const before = this.clock.now().getTime() - LATE_MS;
    const late = (await this.waiting()).filter((one) => instantOf(one.createdOn).getTime() < before).length;
    if (late > 0) throw refuse('unavailable', `${late} wallets wait for an account for more than 15 minutes`);
  }
}

const MOST_ACCOUNTS = 10;

/** `{ "accounts": […] }`, each with the columns of a bank's file, `*` for every currency. @throws Error that says what is wrong */
function readAccounts(status: number, body: unknown, currency: string): AccountDetails[] {
  if (status < 200 || status > 299) throw new Error(`the response was ${status}`);
  const { accounts } = (body ?? {}) as { accounts?: unknown };
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > MOST_ACCOUNTS)
    throw new Error(`the response has no list of 1 to ${MOST_ACCOUNTS} accounts`);
  return accounts.map((one: unknown) => {
    const { account, reason } = accountOr(rowOf(one));
    if (account === null) throw new Error(`an account in the response cannot be used: ${reason}`);
    if (account.ccyCode !== null && account.ccyCode !== currency)
      throw new Error(`an account in the response is for ${account.ccyCode}, not for ${currency}`);
    return account;
  });
}

function rowOf(given: unknown): Row {
  const fields = (given ?? {}) as Record<string, unknown>;
  const text = (name: string): string => {
    const value = fields[name] ?? '';
    if (typeof value !== 'string') throw new Error(`${name} of an account in the response is no text`);
    return value;
  };
  return {
    currency: text('currency'),
    country: text('country'),
    iban: text('iban'),
    bic: text('bic'),
    account_number: text('accountNumber'),
    routing_code: text('routingCode'),
    bank_name: text('bankName'),
    bank_address: text('bankAddress'),
    holder: text('holder'),
  };
}
