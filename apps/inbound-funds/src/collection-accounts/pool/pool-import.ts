import {
  type PoolAccountResource,
  type PoolImportResource,
  poolAccountIdOf,
} from '@corridor/inbound-funds-contract';
import {
  type CommandContext,
  Database,
  EventStore,
  type Registration,
  type StoredResponse,
} from '@corridor/event-store';
import { type Aggregate, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { type AccountDetails, importAccount, numbersOf, poolAccount } from './pool-account.js';
import type { Line } from './pool-file.js';

/** What became of a file of the bank. */
type Counts = Pick<PoolImportResource, 'added' | 'alreadyThere' | 'refused'>;
export interface State {
  readonly isDone: boolean;
}
export type Event = { readonly type: 'imported' } & Counts;

export const poolImport: Aggregate<State, Event> = {
  name: 'pool_import',
  stateVersion: 1,
  initial: { isDone: false },
  evolve: () => ({ isDone: true }),
};

export const poolImports: Registration<State, Event, PoolImportResource> = {
  aggregate: poolImport,
  view: {
    table: poolImport.name,
    project(_, { streamId: id, occurredOn: createdOn, event: { added, alreadyThere, refused } }) {
      return { id, added, alreadyThere, refused, createdOn };
    },
  },
  publish: () => null,
};

type Known = ReadonlyMap<string, PoolAccountResource>;

/** Adds the accounts of a file to the pools. */
@Injectable()
export class PoolImports {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  /** All of it or nothing, one file at a time. An account that the pools have is left as it is. */
  import(lines: readonly Line[], command: CommandContext): Promise<StoredResponse> {
    return this.database.exclusively('collection account imports', async () => {
      const known = await this.known(lines.flatMap(({ account }) => account ?? []));
      const added = new Map<string, AccountDetails>();
      const refused: { line: number; reason: string }[] = [];
      let alreadyThere = 0;
      for (const { line, account, reason } of lines) {
        if (account === null) {
          refused.push({ line, reason });
          continue;
        }
        const owners = new Set(numbersOf(account).flatMap((number) => known.ids.get(number) ?? []));
        const id = poolAccountIdOf(String(numbersOf(account)[0]));
        const same = added.get(id) ?? known.accounts.get(id);
        if (same && owners.size <= 1 && isSame(same, account)) alreadyThere++;
        else if (owners.size > 0) refused.push({ line, reason: `${[...owners].join(', ')} has its number` });
        else {
          added.set(id, account);
          for (const number of numbersOf(account)) known.ids.set(number, id);
        }
      }
      const { caller } = command;
      await Promise.all(
        [...added].map(([id, account]) =>
          this.store.handle(poolAccount, id, (state) => importAccount(state, account), { caller }),
        ),
      );
      const event: Event = { type: 'imported', added: added.size, alreadyThere, refused };
      return this.store.handle(poolImport, this.ids.next('pim', command), once(event), command);
    });
  }

  /** The accounts of the pools that have a number of these, and by number their ids. */
  private async known(
    accounts: readonly AccountDetails[],
  ): Promise<{ readonly accounts: Known; readonly ids: Map<string, string> }> {
    const rows = await this.database.query<{ number: string; data: PoolAccountResource }>(
      `SELECT number, data FROM pool_account_number JOIN pool_account ON id = account_id WHERE number = ANY ($1)`,
      [accounts.flatMap(numbersOf)],
    );
    return {
      accounts: new Map(rows.map(({ data }) => [data.id, data])),
      ids: new Map(rows.map(({ number, data }) => [number, data.id])),
    };
  }
}

const once =
  (event: Event) =>
  ({ isDone }: State): Event[] => {
    if (isDone) throw refuse('already_exists');
    return [event];
  };

const details = [
  'ccyCode',
  'countryCode',
  'iban',
  'bicSwiftCode',
  'accountNumber',
  'routingCode',
  'bankName',
  'bankAddress',
  'accountHolderName',
] as const satisfies readonly (keyof AccountDetails)[];

const isSame = (one: AccountDetails, other: AccountDetails): boolean =>
  details.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
