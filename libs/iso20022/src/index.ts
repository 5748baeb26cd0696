/** Files of payments for banks, and what banks say: ISO 20022 and SWIFT MT. Streams in, text out; nothing here opens a file. */
export {
  type Balance,
  type Booking,
  type Bookings,
  type MessageHead,
  type Return,
  type Statement,
  type Status,
  camt053,
  camt054,
  pacs002,
  pacs004,
  pain002,
} from './bank-messages.js';
export { swiftText } from './characters.js';
export { type Between, pacs008, readPacs008 } from './pacs008.js';
export { pain001, readPain001 } from './pain001.js';
export { hasRoomFor } from './parts.js';
export type { ReadTransfer } from './reading/transfer-in.js';
export { readBankFile } from './reading/read-bank-file.js';
export { reasonText } from './reading/reason.js';
export type * from './reading/records.js';
export * from './transfer.js';
export { type ByteSource, UnreadableFile, bytesOf } from './xml/index.js';
