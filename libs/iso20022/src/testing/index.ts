/** The bank's side, for specs: what a bank would write. */
export * from './bank-messages.js';
export * from './entry.js';
export { schemaErrors } from './schemas.js';
export { type AchSaid, achReturnFile } from './ach-return-file.js';
