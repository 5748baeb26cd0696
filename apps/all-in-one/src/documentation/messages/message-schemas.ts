import type { MessageType } from '@corridor/contracts';
import { messages } from '@corridor/services';
import type { JsonSchema, SchemaStore } from './schema-store.js';

/** The data of each message as JSON Schema. */
export const messageSchemas = (store: SchemaStore): Map<MessageType, JsonSchema> =>
  new Map(Object.entries(messages).map(([type, { data }]) => [type as MessageType, store.take(data)]));
