import type { Api } from '../support/api.js';
import type { Databases } from '../support/composition/databases.js';
import type { Receiver } from '../support/receiver.js';
import { statusesOf } from './client.js';
import type {
  Final,
  FinalQuote,
  FinalRecord,
  Notification,
  Receipt,
  RecordKind,
  Transaction,
  Wallet,
} from './history.js';

/** A client with its subscription to all events. */
export interface Subscriber {
  readonly api: Api;
  readonly clientId: string;
  readonly subscription: string;
  readonly signingSecret: string;
  readonly receiver: Receiver;
}

type Data = Record<string, any>;

const COLLECTIONS: Readonly<Record<RecordKind, string>> = {
  instruction: 'payment-instructions',
  payment: 'payments',
  conversion: 'conversions',
  funds: 'inbound-funds',
};

/** All that is there, as the clients see it, and the books, which no client sees. @throws Error unless all of it can be read */
export async function finalState(subscribers: readonly Subscriber[], databases: Databases): Promise<Final> {
  const of = async <Item>(read: (one: Subscriber) => Promise<Item[]>) =>
    (await Promise.all(subscribers.map(read))).flat();
  return {
    records: await of(recordsOf),
    quotes: await of(quotesOf),
    wallets: await of(walletsOf),
    transactions: await of(transactionsOf),
    books: await booksOf(databases),
    subscriptions: Object.fromEntries(
      subscribers.map(({ subscription, clientId }) => [subscription, clientId]),
    ),
    notifications: await of(notificationsOf),
    receipts: subscribers.flatMap(receiptsOf),
  };
}

async function recordsOf({ api, clientId }: Subscriber): Promise<FinalRecord[]> {
  const kinds = Object.entries(COLLECTIONS) as [RecordKind, string][];
  const found = kinds.map(async ([kind, collection]) =>
    (await all(api, collection)).map((data) => ({
      kind,
      client: clientId,
      id: data.id as string,
      marker: (kind === 'funds' ? data.narrative : data.metadata) as string | null,
      instruction: (data.linkedPaymentInstructionId ?? null) as string | null,
      statuses: statusesOf(data as Parameters<typeof statusesOf>[0]),
      fee: data.fee ? cents(data.fee.value) : null,
    })),
  );
  return (await Promise.all(found)).flat();
}

const quotesOf = async ({ api }: Subscriber): Promise<FinalQuote[]> =>
  (await all(api, 'quotes')).map(({ id, status, linkedConversionId, linkedPaymentInstructionId }) => ({
    id,
    isUsed: status === 'USED',
    users: [linkedConversionId, linkedPaymentInstructionId].filter((user) => user !== null),
  }));

const walletsOf = async ({ api, clientId }: Subscriber): Promise<Wallet[]> =>
  (await all(api, 'wallets')).map(({ id, balance }) => ({
    id,
    client: clientId,
    balance: cents(balance.value),
  }));

const transactionsOf = async ({ api }: Subscriber): Promise<Transaction[]> =>
  (await all(api, 'transactions'))
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ id, wallet, relatedEntity, triggeredByAction, signedAmount, balance, sortPriority }) => ({
      id,
      wallet: wallet.id,
      record: relatedEntity.id,
      action: triggeredByAction,
      amount: cents(signedAmount.value),
      balance: cents(balance.value),
      order: sortPriority,
    }));

const notificationsOf = async ({ api, subscription }: Subscriber): Promise<Notification[]> =>
  (await all(api, `webhook-subscriptions/${subscription}/notifications`)).map(
    ({ id, eventType, relatedEntityId, sentOn }) => ({
      id,
      subscription,
      type: eventType,
      entity: relatedEntityId,
      isSent: sentOn !== null,
    }),
  );

function receiptsOf({ receiver, signingSecret, subscription }: Subscriber): Receipt[] {
  return receiver.received.map((received) => ({
    id: received.body.id,
    subscription,
    entity: received.body.relatedEntityId,
    sequence: received.body.sequence,
    isSigned: isSigned(receiver, signingSecret, received),
  }));
}

function isSigned(receiver: Receiver, secret: string, received: Receiver['received'][number]): boolean {
  try {
    return receiver.verified(secret, [received]).length === 1;
  } catch {
    return false;
  }
}

async function booksOf(databases: Databases): Promise<Record<string, bigint>> {
  const rows = await databases.query(
    'ledger',
    'SELECT ccy_code, sum(amount_minor)::text AS sum FROM posting GROUP BY ccy_code',
  );
  return Object.fromEntries(rows.map(({ ccy_code: ccyCode, sum }) => [ccyCode, BigInt(sum as string)]));
}

/** Page by page. @throws Error unless each is there */
async function all(api: Api, collection: string): Promise<Data[]> {
  const found: Data[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/v1/${collection}?limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, text, body } = await api.get(path);
    if (status !== 200) throw new Error(`${collection}: ${status} ${text}`);
    found.push(...(body.data as Data[]));
    cursor = body.meta.nextCursor as string | null;
  }
  return found;
}

const cents = (value: number) => BigInt(Math.round(value * 100));
