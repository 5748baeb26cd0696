import { verify } from './webhooks.js';

export { Corridor, type Waited } from './corridor.js';
export { type Decimal, addDecimals, compareDecimals } from './decimal.js';
export {
  type CallTrace,
  CorridorError,
  NoResponseError,
  type ProblemCode,
  ProblemError,
  isProblem,
} from './errors.js';
export type { StreamOptions, StreamedEvent } from './events.js';
export type * from './generated/schemas.js';
export { type Page, Search } from './search.js';
export type { CallOptions, CommandOptions, CorridorOptions, SearchQuery } from './sending.js';
export { StatusError, type WaitOptions } from './wait-for.js';
export { type VerifyOptions, type WebhookHeaders, WebhookVerificationError } from './webhooks.js';

export const webhooks = { verify };
