import { type MessageDefinition, prefixesOf, type WebhookTypeOf } from '@corridor/contracts';
import { contract as conversions } from '@corridor/conversions-contract';
import { contract as inboundFunds } from '@corridor/inbound-funds-contract';
import { contract as ledger } from '@corridor/ledger-contract';
import { contract as payments } from '@corridor/payments-contract';
import type { TObject } from 'typebox';

/** The services whose messages webhook subscriptions can list, in the order in which lists show them. */
export const publishers = [payments, conversions, inboundFunds, ledger] as const;

/** The types of message that become webhook events: all event types but `ping`. */
export type FactType = WebhookTypeOf<(typeof publishers)[number]['messages']>;

export type WebhookEventType = 'ping' | FactType;

const definitions = publishers
  .flatMap(({ messages }) => Object.entries<MessageDefinition>(messages))
  .filter(([, { webhook }]) => webhook === true) as [FactType, MessageDefinition][];

export const factTypes: readonly FactType[] = definitions.map(([type]) => type);

/** The events that a webhook subscription can list (interface-spec 6). */
export const webhookEventTypes: readonly WebhookEventType[] = ['ping', ...factTypes];

/** When each event is sent, for those who subscribe to it. */
export const meanings = {
  ping: 'Requested with `POST /v1/webhook-subscriptions/{id}/ping`. It is sent whether the subscription lists it or not.',
  ...Object.fromEntries(definitions.map(([type, { description }]) => [type, description])),
} as Readonly<Record<WebhookEventType, string>>;

/** A record that events are about. Its title is the `relatedEntityType`. */
export interface RelatedRecord extends TObject {
  readonly title: string;
}

/** What each event is about. */
export const relatedRecords = Object.fromEntries(
  definitions.map(([type, { data }]) => [type, data.properties['resource']]),
) as unknown as Readonly<Record<FactType, RelatedRecord>>;

const records = Object.values<RelatedRecord>(relatedRecords);
export const relatedEntityTypes = [...new Set(records.map(({ title }) => title))];
export const relatedPrefixes = [
  ...new Set(records.flatMap(({ properties }) => prefixesOf(properties['id'] ?? {}))),
];
