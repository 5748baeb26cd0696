import type { Envelope } from '@corridor/contracts';
import type { TimelineActor, TimelinePosting } from '@corridor/gateway-contract';
import { type Caller, type Money, type MoneyResource, encodeJson, toResource } from '@corridor/kernel';
import { prefixes } from '@corridor/services';
import { sentenceOf } from './sentences.js';

/** What the index keeps of the record that a message is about. Fields that the record does not have are missing. */
export interface RecordFacts {
  readonly id: string;
  readonly status?: string;
  readonly subStatus?: string;
  readonly reason?: string | null;
  readonly amount?: MoneyResource;
  readonly sellAmount?: MoneyResource;
  readonly buyAmount?: MoneyResource;
  readonly returned?: MoneyResource | null;
  readonly valueDate?: string;
  readonly paymentDate?: string;
  readonly creditsOn?: string;
  /** Of the deposit of a conversion, or the approval that a checker has to give. */
  readonly awaits?: 'deposit' | 'authorisation';
  readonly linkedPaymentId?: string | null;
  readonly linkedConversionId?: string | null;
}

export interface BankMessage {
  readonly format: string;
  readonly reference: string;
  readonly status: string;
}

/** Amounts that an event names, and entries of the ledger. */
export interface MovedMoney {
  readonly amounts: readonly MoneyResource[];
  readonly postings: readonly TimelinePosting[];
  readonly bankMessage: BankMessage | null;
}

/** A message as the index keeps it. */
export interface IndexedEvent {
  readonly source: string;
  /** Unique within its source. */
  readonly messageId: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly occurredOn: string;
  readonly clientId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly traceId: string;
  readonly actor: TimelineActor | null;
  readonly summary: string;
  /** Of all records that the message names, its own first. */
  readonly recordIds: readonly string[];
  readonly money: MovedMoney;
  readonly record: RecordFacts | null;
}

/** Records that nearly every message names, or that are known to staff only: nobody looks for a story under them. */
const NOT_FOLLOWED = new Set(['cli', 'cu', 'usr', 'ak', 'stf', 'sk']);
const OF_RECORD = new RegExp(
  `^(${Object.keys(prefixes)
    .filter((prefix) => !NOT_FOLLOWED.has(prefix))
    .join('|')})_[\\w-]{1,64}`,
);
/** Of one message: more do not make a better story. */
const MOST_RECORDS = 50;

/**
 * Copies what a timeline needs from a message. Every message has a place in the index, also one that this build does not know or
 * whose data it would not accept: what is not there is left out.
 */
export function indexedEvent(message: Envelope): IndexedEvent {
  const { source, id, streamId, version, type, occurredOn, caller } = message;
  const data = plain(message.data);
  return {
    ...{ source, messageId: id, streamId, version, type, occurredOn },
    clientId: caller.client.id,
    correlationId: caller.correlationId,
    causationId: caller.causationId,
    traceId: caller.traceparent.split('-')[1] ?? '',
    actor: actorOf(caller),
    summary: sentenceOf(type, data),
    recordIds: recordIdsIn(streamId, data),
    money: moneyIn(data),
    record: factsOf(data),
  };
}

/** The ids under which an event is found. */
export const referencesOf = ({ recordIds, correlationId, traceId, streamId }: IndexedEvent): string[] => [
  ...new Set([...recordIds, correlationId, traceId, streamId].filter((one) => one !== '')),
];

function actorOf({ user, apiKeyId }: Caller): TimelineActor | null {
  if (!user) return null;
  return { type: user.id.startsWith('stf_') ? 'STAFF' : 'USER', ...user, withApiKey: apiKeyId };
}

/** JSON, with amounts in minor units in their public form. Anything that a message contains, field by field. */
export type Plain = any; // eslint-disable-line @typescript-eslint/no-explicit-any

const plain = (data: unknown): Plain =>
  JSON.parse(encodeJson(data), (_, value: Plain) =>
    typeof value?.minor === 'string' && typeof value.ccyCode === 'string' ? inPublicForm(value) : value,
  );

function inPublicForm({ ccyCode, minor }: { ccyCode: string; minor: string }): MoneyResource {
  return toResource({ ccyCode, minor: BigInt(minor) } satisfies Money);
}

function recordIdsIn(streamId: string, data: Plain): string[] {
  const found = new Set<string>();
  const look = (value: Plain): void => {
    if (typeof value === 'string') {
      const [id] = OF_RECORD.exec(value) ?? [];
      if (id === value) found.add(id);
    } else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) look(one);
  };
  look(streamId);
  look(data);
  return [...found].slice(0, MOST_RECORDS);
}

const isMoney = (value: Plain): value is MoneyResource =>
  typeof value?.ccyCode === 'string' && typeof value.value === 'number';

function moneyIn(data: Plain): MovedMoney {
  const { resource } = data ?? {};
  const transfers: readonly Plain[] = data?.transfers ?? (data?.entries ? [data] : []);
  const postings = transfers.flatMap(({ entries = [] }): TimelinePosting[] =>
    entries.map(({ account, amount }: Plain) => ({ account, amount, balance: null })),
  );
  if (isMoney(resource?.signedAmount))
    postings.push({ account: 'wallet', amount: resource.signedAmount, balance: resource.balance ?? null });
  const price = resource?.actualPrice ?? resource?.indicativePrice;
  const named = [data?.amount, data?.returned, resource?.amount, resource?.sellAmount, resource?.buyAmount];
  const ofPrice = [price?.sellAmount, price?.buyAmount];
  const swift = resource?.swiftSubmission;
  return {
    amounts: [...named, ...ofPrice, resource?.failureReturnedAmount].filter(isMoney),
    postings,
    bankMessage: swift ? { format: swift.format, reference: swift.reference, status: swift.status } : null,
  };
}

function factsOf(data: Plain): RecordFacts | null {
  const { resource } = data ?? {};
  if (typeof resource?.id !== 'string') return null;
  const last = resource.statusHistory?.at?.(-1);
  const price = resource.actualPrice ?? resource.indicativePrice;
  const awaits = awaitedBy(resource, last);
  return {
    id: resource.id,
    ...(typeof resource.status === 'string' && { status: resource.status }),
    ...(typeof last?.subStatus === 'string' && { subStatus: last.subStatus }),
    ...(last && { reason: last.statusReason ?? null }),
    ...(isMoney(resource.amount) && { amount: resource.amount }),
    ...amountsOf(price),
    ...amountsOf(resource),
    ...('failureReturnedAmount' in resource && { returned: resource.failureReturnedAmount }),
    ...texts(resource, 'valueDate', 'paymentDate', 'creditsOn', 'linkedPaymentId', 'linkedConversionId'),
    ...(awaits && { awaits }),
  };
}

function awaitedBy(resource: Plain, last: Plain): RecordFacts['awaits'] {
  const isUnapproved = resource.authorisation?.status === 'AWAITING_AUTHORISATION';
  if (isUnapproved || last?.subStatus === 'AWAITING_AUTHORISATION') return 'authorisation';
  return resource.deposit?.status === 'AWAITING_DEPOSIT' ? 'deposit' : undefined;
}

const amountsOf = (from: Plain) => ({
  ...(isMoney(from?.sellAmount) && { sellAmount: from.sellAmount }),
  ...(isMoney(from?.buyAmount) && { buyAmount: from.buyAmount }),
});

const texts = (from: Plain, ...names: readonly string[]) =>
  Object.fromEntries(
    names.filter((name) => typeof from[name] === 'string').map((name) => [name, from[name]]),
  );
