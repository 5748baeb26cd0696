/** Debits by ACH in files of NACHA, and what banks say about them. Streams in, text out; nothing here opens a file. */
export { isNacha, readAchDebits, readNacha } from './read.js';
export { changeText, isUnauthorised, returnText } from './reasons.js';
export type * from './records.js';
export { LARGEST_CENTS } from './fields.js';
export { type SentAch, type SentAchBatch, nachaFile, readSentAch, traceOf } from './write.js';
export { achReturnFile } from './write-returns.js';
