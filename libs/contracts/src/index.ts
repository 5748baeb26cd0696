export * from './messages.js';
export type * from './resources/index.js';
/** The same records as JSON Schema: `schemas.wallet`. */
export * as schemas from './resources/index.js';
export { contractVersion } from './version.js';
export { DAY_PATTERN, type RecordOf, type SearchType } from './schema.js';
