import {
  type Collection,
  generalPermissions,
  generalProblems,
  type MessageDefinition,
  MessageRegistry,
  type MessageType,
  namespacesOf,
  type Problem,
  systemMessages,
} from '@corridor/contracts';
import { operatorCollections as ofConversions } from '@corridor/conversions-contract';
import { type StaffPermission, operatorCollections as ofGateway, schemas } from '@corridor/gateway-contract';
import { operatorCollections as ofInboundFunds } from '@corridor/inbound-funds-contract';
import type { IdPrefix, ProblemCode } from '@corridor/kernel';
import { operatorCollections as ofLedger } from '@corridor/ledger-contract';
import { operatorCollections as ofPayments } from '@corridor/payments-contract';
import { type AnyContract, contracts, type ServiceName } from './contracts.js';
import { merged } from './merged.js';

/** Tables of all services, each merged from their contracts. A key declared by two of them is an error at startup. */

/** All problem types, in the order of the statuses. Served as pages at `/problems/<code>`. */
export const problems = Object.fromEntries(
  Object.entries(merged<Problem>('problem', [generalProblems, ...contracts.map((one) => one.problems)])).sort(
    ([, a], [, b]) => a.status - b.status,
  ),
) as Readonly<Record<ProblemCode, Problem>>;

export type Permission = (typeof generalPermissions)[number] | AnyContract['permissions'][number];

/** The permissions for the records of clients (decisions §4). Reference data needs no permission. */
export const permissions = Object.keys(
  merged(
    'permission',
    [generalPermissions, ...contracts.map((one) => one.permissions)].map((list: readonly string[]) =>
      Object.fromEntries(list.map((permission) => [permission, true])),
    ),
  ),
).sort() as readonly Permission[];

/** What staff may do: for the operator's routes, and the table of roles. */
export { roles, staffPermissions } from '@corridor/gateway-contract';
export type { StaffPermission };

/** Commands of staff that can need a second person: for the routes of any service. */
export { type ApprovalKind, approvalKinds } from '@corridor/gateway-contract';
/** What such a route returns then. */
export const { approval } = schemas;

/** How each service is, and the long work that staff start in it. */
export { runPrefix } from '@corridor/gateway-contract';
export const {
  archiveFiles,
  deadLetters,
  deadLettersOfStream,
  outbox,
  projections,
  retentionPolicies,
  run,
  runs,
  secretUses,
  serviceReport,
  stuckRecords,
  tracedMessages,
} = schemas;
export type {
  DeadLetterResource,
  DeadLettersOfStreamResource,
  OutboxMessageResource,
  RetentionPoliciesResource,
  RunResource,
  SecretUsesResource,
  ServiceReportResource,
  StuckRecordsResource,
  TracedMessagesResource,
} from '@corridor/gateway-contract';

/** The service that owns the ids of a prefix. */
export const prefixes = owners('prefix', (one) => Object.values(one.prefixes)) as Readonly<
  Record<IdPrefix, ServiceName>
>;

/** The service of each path prefix; of several that fit, the longest wins. */
export const routes = owners('route', (one) => [
  ...one.routes,
  `/operator/v1/ops/${one.service}`,
  ...Object.values<Collection>(one.collections).map(({ name }) => `/operator/v1/${name}`), // as staff read them
]);

/** The service of each first word of a message's type. */
export const namespaces = owners('namespace of messages', namespacesOf);

function owners(
  what: string,
  namesOf: (contract: AnyContract) => readonly string[],
): Readonly<Record<string, ServiceName>> {
  const tables = contracts.map((one) =>
    Object.fromEntries(namesOf(one).map((name) => [name, one.service] as const)),
  );
  return merged<ServiceName>(what, tables);
}

export interface RegisteredMessage extends MessageDefinition {
  /** The service whose contract declares it: the sender of a fact, the receiver of a request. */
  readonly service: ServiceName;
}

export type DeclaredType = Exclude<MessageType, keyof typeof systemMessages>;

/** Every message that the contracts of services declare, by type. */
export const messages = merged<RegisteredMessage>(
  'message',
  contracts.map(({ service, messages: own }) =>
    Object.fromEntries(
      Object.entries<MessageDefinition>(own).map(([type, definition]) => [type, { ...definition, service }]),
    ),
  ),
) as Readonly<Record<DeclaredType, RegisteredMessage>>;

/** The collections that only staff can search, of all services. */
export const operatorCollections: readonly Collection[] = [
  ofGateway,
  ofConversions,
  ofPayments,
  ofInboundFunds,
  ofLedger,
].flatMap((some) => Object.values<Collection>(some));

/** The same and those about messages, as the event store and the consumers use them. */
export const messageRegistry = new MessageRegistry({ ...messages, ...systemMessages });

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export type CollectionName = keyof Intersection<AnyContract['collections']>;

/** The searchable collections, by their names in code. */
export const collections = merged<Collection>(
  'collection',
  contracts.map((one) => one.collections),
) as Readonly<Record<CollectionName, Collection>>;
