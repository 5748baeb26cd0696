import type { Caller, Timestamp } from '@corridor/kernel';
import type { TObject } from 'typebox';
import type { RecordOf } from './schema.js';

/**
 * The messages between the services, by type. Two kinds (architecture, rule 3): a *fact* in the past tense, named after
 * its sender; a *request*, named after its receiver, which responds with a fact that has the same id. Each contract
 * package adds its messages by declaration merging:
 * ```ts
 * declare module '@corridor/contracts' {
 *   interface Messages extends DataOf<typeof messages> {}
 * }
 * ```
 */
export interface Messages {}

export type MessageType = keyof Messages;

/** One type of message. One schema decodes, validates and documents its data. */
export interface MessageDefinition {
  /**
   * The `dataversion` on the wire. It increases if older readers would misunderstand the data; a new nullable field
   * needs no new version.
   */
  readonly version: number;
  /** When it is sent; for consumers and subscribers. Markdown, whole sentences. */
  readonly description: string;
  /** Of the data on the wire; the type behind it is the decoded form. */
  readonly data: TObject;
  /** From each earlier version to the next one: `{ 1: (data) => … }` converts version 1 to version 2. Pure. */
  readonly upcast?: Readonly<Record<number, Upcast>>;
  /** Whether a webhook subscription can list it: then `data.resource` is the record that it is about. */
  readonly webhook?: true;
}

// The data of an earlier version has no type any more; its fixtures document it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Upcast = (data: any) => object;

export type MessageDefinitions = Readonly<Record<string, MessageDefinition>>;

/** The data of messages by type, as {@link Messages} inherits them. */
export type DataOf<Definitions extends MessageDefinitions> = {
  readonly [Type in keyof Definitions]: RecordOf<Definitions[Type]['data']>;
};

/** Those of the types that a webhook subscription can list. */
export type WebhookTypeOf<Definitions extends MessageDefinitions> = Definitions extends unknown
  ? {
      [Type in keyof Definitions]: Definitions[Type] extends { readonly webhook: true } ? Type : never;
    }[keyof Definitions]
  : never;

/** A message as returned by its sender's `publish`. */
export type Message = {
  [Type in MessageType]: { readonly type: Type; readonly data: Messages[Type] };
}[MessageType];

export const message = <Type extends MessageType>(type: Type, data: Messages[Type]): Message =>
  ({ type, data }) as Message;

/** A message in transit: the result of `publish` and its origin, added by the event store. */
export interface Envelope<Type extends MessageType = MessageType> {
  /** Unique within its source: stream id and version. */
  readonly id: string;
  readonly type: Type;
  /** The service that sent it. */
  readonly source: string;
  readonly streamId: string;
  readonly version: number;
  /** Of its source's database; without it, the first one: 0. A database begins another one when it has lost events that others know. */
  readonly epoch?: number;
  /** The version of the data; an earlier one is upcast by its reader. */
  readonly dataversion: number;
  readonly occurredOn: Timestamp;
  readonly caller: Caller;
  readonly data: Messages[Type];
}
