import { MAX_RETRY_AFTER_MS, retryAfterMs } from './retry-after.js';

const now = new Date('2026-11-21T09:30:00.000Z');
const minute = 60_000;

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['', null],
  ['0', 0],
  ['60', minute],
  [' 60 ', minute],
  ['86400', MAX_RETRY_AFTER_MS],
  ['86401', MAX_RETRY_AFTER_MS],
  ['9'.repeat(400), MAX_RETRY_AFTER_MS],
  ['-1', null],
  ['+60', null],
  ['1.5', null],
  ['1e3', null],
  ['0x3c', null],
  ['60, 120', null],
  ['soon', null],
  ['2026', 2026_000],
  ['2026-11-21T09:31:00Z', null],
  ['Sat, 21 Nov 2026 09:31:00 GMT', minute],
  ['Saturday, 21-Nov-26 09:31:00 GMT', minute],
  ['Sat Nov 21 09:31:00 2026', minute],
  ['Sat Dec  5 09:30:00 2026', MAX_RETRY_AFTER_MS],
  ['Sat, 21 Nov 2026 09:29:00 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
  ['Sat, 21 Nov 2026 09:31:00 CET', null],
  ['Sat, 99 Nov 2026 09:31:00 GMT', null],
  ['Sat, 21 Abc 2026 09:31:00 GMT', null],
])('%j', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
