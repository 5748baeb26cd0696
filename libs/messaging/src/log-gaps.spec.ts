import type { KafkaMessage } from 'kafkajs';
import { AGAIN, BACKFILL, CONSUMER, SINCE, type LogGap, LogGaps } from './log-gaps.js';

const at = { topic: 'events', partition: 1 };
const HEARD = '2026-11-21T09:30:00.000Z'; // as in a record
const record = (offset: number, headers: KafkaMessage['headers'] = { ce_time: HEARD }) =>
  ({ offset: String(offset), headers }) as KafkaMessage;
const again = (offset: number, since = '') => record(offset, { [AGAIN]: since });
const begins = (offset: number, since = '', to = 'group') =>
  record(offset, { [CONSUMER]: to, [BACKFILL]: since });
const ends = (offset: number, since = '', to = 'group') => record(offset, { [CONSUMER]: to, [AGAIN]: since });
const sent = (offset: number, to = 'group', since = '') =>
  record(offset, { [CONSUMER]: to, [SINCE]: since, ce_time: HEARD });
const offsetsOf = (records: readonly KafkaMessage[]) => records.map(({ offset }) => Number(offset));

let noticed: LogGap[];
let gaps: LogGaps;
beforeEach(() => {
  noticed = [];
  gaps = new LogGaps('group', (gap) => noticed.push(gap));
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

test('a group that is sent what it lacks handles and commits nothing else, until the end', async () => {
  expect(await read([record(10), begins(11), sent(12), record(13)])).toEqual([10, 12]);
  expect(gaps.isBackfilled('events')).toBe(true);
  expect(committed(14n)).toEqual([]);
  expect(await read([record(14), sent(15), ends(16), record(17), sent(18)])).toEqual([15, 17, 18]);
  expect(gaps.isBackfilled('events')).toBe(false);
  expect(committed(19n)).toMatchObject([{ offset: 19n }]);
  expect(noticed).toEqual([]);
});

test('what is for another group is left out', async () => {
  const other = [begins(10, '', 'other'), sent(11, 'other'), record(12), ends(13, '', 'other'), record(14)];
  expect(await read(other)).toEqual([12, 14]);
});

test('after a gap a group handles what it is sent, and goes on at the end of it', async () => {
  expect(await read([record(20), begins(21), sent(22), record(23)], 20n)).toEqual([22]);
  expect(committed(24n)).toEqual([]);
  expect(await read([ends(24), record(25)], 20n)).toEqual([25]);
  expect(gaps.all).toEqual([]);
});

test('after a gap a group leaves out what it is sent since a time that is too late', async () => {
  const late = '2026-11-21T09:29:30.000';
  expect(await read([begins(20, late), sent(21, 'group', late), ends(22, late), record(23)], 20n)).toEqual(
    [],
  );
  expect(gaps.all).toHaveLength(1);
});

test('only the end of what begins no later is the end of all', async () => {
  const [early, late] = ['2026-11-21T09:00:00.000', '2026-11-21T09:10:00.000'];
  const few = [begins(11, late), sent(12, 'group', late), ends(12, late)];
  expect(await read([begins(10, early), ...few, record(13), sent(13, 'group', early)])).toEqual([13]);
  expect(await read([ends(14, early), record(15)])).toEqual([15]);
  expect(await read([begins(16, early), again(17), record(18)])).toEqual([18]);
});

test('who has lost its partition in the middle begins again with what was not committed', async () => {
  await read([begins(10), sent(11)]);
  gaps.expect([{ ...at, offset: 10n, heardOn: HEARD }], []);
  expect(await read([begins(10), sent(11), record(12)])).toEqual([11]);
});
