import type { KafkaMessage } from 'kafkajs';
import { AGAIN, type LogGap, LogGaps } from './log-gaps.js';

const at = { topic: 'events', partition: 1 };
const HEARD = '2026-11-21T09:30:00.000Z'; // as in a record
const record = (offset: number, headers: KafkaMessage['headers'] = { ce_time: HEARD }) =>
  ({ offset: String(offset), headers }) as KafkaMessage;
const again = (offset: number, since = '') => record(offset, { [AGAIN]: since });
const offsetsOf = (records: readonly KafkaMessage[]) => records.map(({ offset }) => Number(offset));

let noticed: LogGap[];
let gaps: LogGaps;
beforeEach(() => {
  noticed = [];
  gaps = new LogGaps((gap) => noticed.push(gap));
  gaps.expect([{ ...at, offset: 10n, heardOn: HEARD }], []);
});
const read = async (records: KafkaMessage[], firstKept = 0n) =>
  offsetsOf(await gaps.readable(at, records, () => Promise.resolve(firstKept)));
const committed = (offset: bigint) => gaps.committable([{ ...at, offset }]);

test('what follows is handled', async () => {
  expect(await read([record(10), record(11)])).toEqual([10, 11]);
  expect(await read([record(12)])).toEqual([12]);
  expect(committed(13n)).toEqual([{ ...at, offset: 13n, heardOn: HEARD }]);
});

test('what comes again is handled, and so is what was fetched before the partition was assigned again', async () => {
  expect(await read([record(7)])).toEqual([7]);
  expect(await read([record(20)], 5n)).toEqual([20]);
  expect(noticed).toEqual([]);
});

test('after a gap nothing is handled or committed, until all is published again', async () => {
  expect(await read([record(20), record(21)], 20n)).toEqual([]);
  expect(noticed).toEqual([{ ...at, from: 10n, upTo: 20n }]);
  expect(gaps.all).toEqual(noticed);
  expect(await read([record(22)], 20n)).toEqual([]);
  expect(committed(23n)).toEqual([]);
  expect(await read([record(23), again(24), record(25)], 20n)).toEqual([25]);
  expect(gaps.all).toEqual([]);
  expect(committed(26n)).toMatchObject([{ offset: 26n }]);
  expect(noticed).toHaveLength(1);
});

test.each([
  ['long before the last message that was read', '2026-11-21T09:29:00.000', [21]],
  ['shortly before it: a transaction may have committed late', '2026-11-21T09:29:00.001', []],
])('what is published again since %s', async (_, since, handled) => {
  expect(await read([again(20, since), record(21)], 20n)).toEqual(handled);
});

test('who has read nothing needs everything', async () => {
  gaps.expect([{ ...at, offset: 0n, heardOn: null }], []);
  expect(await read([again(20, '2020-01-01T00:00:00.000'), record(21), again(22), record(23)], 20n)).toEqual([
    23,
  ]);
});

test('without a gap, nobody needs the record before what is published again', async () => {
  expect(await read([record(10), again(11), record(12)])).toEqual([10, 12]);
});

test('partitions that are assigned anew are compared anew', async () => {
  await read([record(20)], 20n);
  gaps.expect([{ ...at, offset: 20n, heardOn: HEARD }], [{ ...at, offset: 20n }]);
  expect(gaps.all).toEqual([]);
  expect(await read([record(20)], 20n)).toEqual([20]);
});

test('a gap is noticed when the partition is assigned, although nothing follows yet', async () => {
  gaps.expect([{ ...at, offset: 10n, heardOn: HEARD }], [{ ...at, offset: 20n }]);
  expect(gaps.all).toEqual([{ ...at, from: 10n, upTo: 20n }]);
  expect(await read([record(20)], 20n)).toEqual([]);
  expect(noticed).toHaveLength(1);
});
