import {
  flag,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { timeline } from './timeline.js';

/** How services and their messages are (ADR 83). */

const outboxMessage = named('OutboxMessage', {
  streamId: textLike('cli_01K00000000000000000000001'),
  version: integer('The position of the message in the stream.'),
  type: textLike('ledger.transfers_posted'),
  occurredOn: timestamp,
});
export type OutboxMessageResource = RecordOf<typeof outboxMessage>;
export const outbox = listOf(outboxMessage);

/** Messages that wait. */
const waitingMessages = named('WaitingMessages', {
  count: integer(),
  oldestOn: nullable(timestamp),
});

const sourceLag = named('SourceLag', {
  source: textLike('ledger'),
  messages: integer('Of this service, which the consumer has not processed.'),
});

const consumerStatus = named('ConsumerStatus', {
  consumer: textLike('payments'),
  lag: nullable(listOf(sourceLag)),
});

const relayStatus = named('RelayStatus', {
  address: nullable(text('Of the process that publishes; null if none does.', '10.0.3.17')),
  since: nullable(timestamp),
  problem: nullable(text('Why nothing is published.')),
});

const healthProblem = named('HealthProblem', {
  name: textLike('broker'),
  message: textLike('does not respond'),
});

/** How one service is, as the process sees it that was asked. */
export const serviceReport = named('ServiceReport', {
  service: textLike('ledger'),
  isWell: flag('Whether nothing is reported, parked or held.'),
  health: listOf(healthProblem),
  relay: relayStatus,
  outbox: waitingMessages,
  consumers: listOf(consumerStatus),
  parked: waitingMessages,
  waitingForLocks: waitingMessages,
  keptForLaterBuild: waitingMessages,
  runs: integer('How many are RUNNING.'),
  schema: text('The last migration of its database.', 'Runs1700000620000'),
  builds: integer('How many builds of its consumer run now: more than one during an upgrade.'),
});
export type ServiceReportResource = RecordOf<typeof serviceReport>;

const serviceStatus = named('ServiceStatus', {
  service: textLike('ledger'),
  isWell: flag(),
  report: nullable(serviceReport),
});
export const operationsStatus = named('OperationsStatus', {
  isWell: flag('Whether all services are.'),
  services: listOf(serviceStatus),
});
export type OperationsStatusResource = RecordOf<typeof operationsStatus>;

const lag = named('Lag', {
  consumer: textLike('payments'),
  source: textLike('ledger'),
  messages: integer('Of the source, which the consumer has not processed.'),
});
export const lags = listOf(lag);
export type LagsResource = RecordOf<typeof lags>;

/** A record that has not reached its end for long. */
const stuckRecord = named('StuckRecord', {
  service: textLike('payments'),
  kind: textLike('payment'),
  id: textLike('pmt_01K00000000000000000000001'),
  clientId: textLike('cli_01K00000000000000000000001'),
  status: textLike('READY_TO_SEND'),
  since: timestamp,
  waitsFor: textLike('its payment date, funds, or the release of a case of screening'),
  reason: nullable(text('What the record says.')),
});
export const stuckRecords = listOf(stuckRecord);
export type StuckRecordsResource = RecordOf<typeof stuckRecords>;

/** What a service keeps for a limited time (ADR 90). */
const retentionPolicy = named('RetentionPolicy', {
  service: textLike('webhook-dispatcher'),
  name: textLike('delivery attempts'),
  setting: nullable(text('Of the days; null if they are fixed.', 'WEBHOOK_ATTEMPT_LOG_DAYS')),
  days: integer('For which it is kept.'),
  due: integer('How many are older, and would be removed now; 100,000 also if there are more.'),
  oldestOn: nullable(timestamp),
  removed: integer('How many were removed so far.'),
  lastRunOn: nullable(timestamp),
});
export const retentionPolicies = listOf(retentionPolicy);
export type RetentionPoliciesResource = RecordOf<typeof retentionPolicies>;

/** A compressed file with events that are not in the log any more (ADR 90). */
const archiveFile = named('ArchiveFile', {
  name: textLike('payments-1-4812-0f343b0931126a20.ndjson.gz'),
  sha256: text('Of its bytes.'),
  bytes: integer(),
  streams: integer(),
  events: integer(),
  writtenOn: timestamp,
  removedOn: nullable(timestamp),
});
export const archiveFiles = listOf(archiveFile);

/** Records that are derived again from the log (ADR 84). */
const projection = named('Projection', {
  kind: nullable(
    text(
      'Null for the tables that are not derived, because they do not follow from one stream alone.',
      'books',
    ),
  ),
  tables: listOf(textLike('wallet')),
  hasShadow: flag('Whether they were derived beside the live ones, and not swapped or aborted yet.'),
});
export const projections = listOf(projection);

const deadLetterCause = oneOf('FAILED', 'BEHIND', 'FOREIGN', 'LOCKED', 'KEPT');
const deadLetterFields = {
  service: textLike('conversions'),
  source: textLike('ledger'),
  streamId: textLike('cli_01K00000000000000000000001'),
  version: integer('The position of the message in the stream.'),
  type: textLike('ledger.transfers_posted'),
  recordId: nullable(text('The record of the service that it concerns; null if it is unknown.')),
  clientId: textLike('cli_01K00000000000000000000001'),
  requestId: text('Of the request that has caused it.', 'req_01K00000000000000000000001'),
  cause: deadLetterCause,
  attempts: integer('How often it was tried: 0 if it waits for something else.'),
  since: timestamp,
  ageSeconds: integer(),
  reason: nullable(
    text('The first line of the error, or what it waits for.', 'Error: a conversion without a price'),
  ),
};
/** A message that a service has not handled, and why. */
const deadLetter = named('DeadLetter', deadLetterFields);
export type DeadLetterResource = RecordOf<typeof deadLetter>;
export const deadLetters = listOf(deadLetter);

const wholeDeadLetter = named('WholeDeadLetter', {
  ...deadLetterFields,
  error: nullable(text('With its stack.', 'Error: a conversion without a price')),
  message: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'As it came. `data` is null without `records:read`: it can have bank details.',
    },
  ),
});
export type WholeDeadLetterResource = RecordOf<typeof wholeDeadLetter>;

/** Those of one stream, in their order. */
export const deadLettersOfStream = named('DeadLettersOfStream', {
  service: textLike('conversions'),
  streamId: textLike('cli_01K00000000000000000000001'),
  messages: listOf(wholeDeadLetter),
});
export type DeadLettersOfStreamResource = RecordOf<typeof deadLettersOfStream>;

/** What is encrypted with a secret that can be replaced. */
const secretUse = named('SecretUse', {
  setting: textLike('CALLER_SECRET'),
  what: textLike('authenticators of staff'),
  total: integer('How many there are.'),
  earlier: integer('How many are encrypted with an earlier secret of the setting.'),
  endsWith: nullable(
    text('What ends those that are not encrypted again.', 'until they are decided or expire'),
  ),
});
export const secretUses = listOf(secretUse);
export type SecretUsesResource = RecordOf<typeof secretUses>;

/** A message on its way. */
const messageFields = {
  service: text('That sends it.', 'ledger'),
  streamId: textLike('cli_01K00000000000000000000001'),
  version: integer('Its position in the stream.'),
};
const sentMessage = named('SentMessage', {
  ...messageFields,
  type: textLike('ledger.transfers_posted'),
  occurredOn: timestamp,
  requestId: textLike('req_01K'),
  position: nullable(integer('In what the service has published; null if it is not published yet.')),
});
const heardMessage = named('HeardMessage', {
  ...messageFields,
  waits: nullable(deadLetterCause),
});

/** What a service knows of messages: of its own, and of those that it has taken. */
export const tracedMessages = named('TracedMessages', {
  service: textLike('payments'),
  sent: listOf(sentMessage),
  heard: listOf(heardMessage),
});
export type TracedMessagesResource = RecordOf<typeof tracedMessages>;

const messageConsumer = named('MessageConsumer', {
  service: textLike('payments'),
  waits: nullable(deadLetterCause),
});
const tracedMessage = named('TracedMessage', {
  ...messageFields,
  type: textLike('ledger.transfers_posted'),
  occurredOn: timestamp,
  requestId: textLike('req_01K'),
  isPublished: flag(),
  position: nullable(integer('In what the service has published.')),
  takenBy: listOf(messageConsumer),
});
/** What happened, and where its messages are. */
export const messageTrace = named('MessageTrace', {
  id: textLike('pi_01K00000000000000000000001'),
  timeline: Type.Union([timeline, Type.Null()], {
    description: 'Null if nothing of it has come to the index of timelines.',
  }),
  messages: listOf(tracedMessage),
  silent: listOf(
    text('A service that did not answer: its messages, and what it has taken, are missing.', 'ledger'),
  ),
});
export type MessageTraceResource = RecordOf<typeof messageTrace>;
