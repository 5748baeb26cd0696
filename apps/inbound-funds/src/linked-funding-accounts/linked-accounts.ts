import type { LinkedFundingAccountResource } from '@corridor/inbound-funds-contract';
import { Database, ReadModels, type Sql, type StoredEvent, eventOf } from '@corridor/event-store';
import { type Caller, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { LinkedAccount, Receipt } from '../inbound-funds/inbound-funds.js';
import { senderOf } from '../simulated-credit.js';
import { type Event, type Linked, linkedFundingAccount } from './linked-funding-account.js';
import { linkedFundingAccounts } from './linked-funding-account.view.js';

/** An account to pull money from. */
export interface Pulled extends LinkedAccount {
  readonly record: LinkedFundingAccountResource;
}

@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly database: Database,
    private readonly readModels: ReadModels,
  ) {}

  /** Whether it is linked or not. @throws Refusal `not_found`, also for the account of another client */
  async one(id: string, caller: Caller): Promise<Pulled> {
    const record = await this.readModels.find<LinkedFundingAccountResource>(
      linkedFundingAccounts,
      id,
      caller,
    );
    const [found] = record ? await detailsIn(this.database, 'id = $1', [id]) : [];
    if (!record || !found) throw refuse('not_found');
    return { ...found, record };
  }
}

/** Those of a client that are linked. */
export const linkedBy = (sql: Sql, clientId: string): Promise<Linked[]> =>
  detailsIn(sql, `client_id = $1 AND status = 'LINKED'`, [clientId]);

/** Their complete numbers are in their events. */
async function detailsIn(sql: Pick<Sql, 'query'>, which: string, values: unknown[]): Promise<Linked[]> {
  const rows = await sql.query<StoredEvent & { readonly id: string }>(
    `SELECT id, events.data::text, schema_version AS "schemaVersion"
     FROM linked_funding_account JOIN events ON stream_id = id AND version = 1 WHERE ${which}`,
    values,
  );
  return rows.flatMap(({ id, ...stored }) => {
    const event = eventOf<Event>(linkedFundingAccount, stored);
    return event.type === 'linked' ? [{ id, details: event.details }] : [];
  });
}

/** What inbound funds tell of it: the last digits of its number. */
export function pulledFrom({
  id,
  details,
  record,
}: Pulled): Pick<Receipt, 'narrative' | 'sender' | 'pulledFrom'> {
  const { accountHolderName: name, accountNumber, routingCode } = record;
  const sent = {
    ...{ name, ultimateDebtor: null, address: null, countryCode: 'US' },
    ...{ accountNumber, bicSwiftCode: null, routingCode },
  };
  return { narrative: 'ACH pull', sender: senderOf(sent), pulledFrom: { id, details } };
}

/** @throws Refusal `illegal_transition` */
export function mustBeLinked({ record: { status } }: Pulled): void {
  if (status !== 'LINKED') throw refuse('illegal_transition', `The linked funding account is ${status}.`);
}
