/** The bank's side, for specs: what a bank would write. */
export * from './bank-messages.js';
export { schemaErrors } from './schemas.js';
