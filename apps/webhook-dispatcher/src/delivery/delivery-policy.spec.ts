import { webhookSettings } from '../webhook-settings.js';
import {
  type AttemptResult,
  CLOSED,
  MAX_FAILURE_SCORE,
  MAX_RETRY_AFTER_MS,
  afterFailure,
  aheadOf,
  breakerAfter,
  byFailureScore,
  freeSlots,
  isTrial,
  retryAfterMs,
  retryDelayMs,
  successful,
  widthAfter,
} from './delivery-policy.js';

const [s, min, h] = [1_000, 60_000, 3_600_000];
/** The rows of a table, cell by cell; the first line is its head. */
const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s{2,}/));

describe('schedule', () => {
  const { scheduleMs } = webhookSettings.read({ WEBHOOK_SECRET_KEY: 'k'.repeat(32) });

  test.each(
    rows(`
    failures  earliest   nominal    latest
    1         4500       5000       5500
    2         270000     300000     330000
    3         1620000    1800000    1980000
    4         6480000    7200000    7920000
    5         16200000   18000000   19800000
    6         32400000   36000000   39600000
    7         45360000   50400000   55440000
    8         64800000   72000000   79200000
    9         77760000   86400000   95040000
    10        none       none       none`),
  )('after %s failures: %s, %s or %s ms', (failures, ...delays) => {
    const wanted = delays.map((cell) => (cell === 'none' ? null : Number(cell)));
    expect([0, 0.5, 1].map((chance) => retryDelayMs(scheduleMs, Number(failures), null, chance))).toEqual(
      wanted,
    );
  });

  test('the first attempt is made at once', () => expect(scheduleMs[0]).toBe(0));

  test.each(
    rows(`
    failures  requested  delay
    1         60000      60000
    1         1000       5000
    2         60000      300000
    9         86400000   86400000
    10        60000      none`),
  )('after %s failures with a Retry-After of %s ms: %s', (failures, requested, delay) =>
    expect(retryDelayMs(scheduleMs, Number(failures), Number(requested), 0.5)).toBe(
      delay === 'none' ? null : Number(delay),
    ),
  );

  const scheduleOf = (schedule: string) =>
    webhookSettings.read({ WEBHOOK_SECRET_KEY: 'k'.repeat(32), WEBHOOK_SCHEDULE_SECONDS: schedule })
      .scheduleMs;

  test.each([' ', '5,x', '-1', '1,,2', '1 2'])('the setting %j is refused', (schedule) =>
    expect(() => scheduleOf(schedule)).toThrow(
      /^WEBHOOK_SCHEDULE_SECONDS must be seconds with commas between them/,
    ),
  );

  test('a delay has at most 30 days', () => expect(scheduleOf('0,2592000')).toEqual([0, 30 * 24 * h]));

  test.each(['0,2592000.5', '2592001,5', '0,99999999999999', '9'.repeat(400)])(
    'the setting %.20j is refused, because a delay is too long',
    (schedule) =>
      expect(() => scheduleOf(schedule)).toThrow(
        `WEBHOOK_SCHEDULE_SECONDS must have delays of at most 2592000 seconds (30 days), not "${schedule}"`,
      ),
  );
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T09:30:00.000Z');

  test.each<[string | null, number | null]>([
    [null, null],
    ['', null],
    ['0', 0],
    ['60', min],
    [' 60 ', min],
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
    ['2026', 2026 * s],
    ['2026-11-21T09:31:00Z', null],
    ['Sat, 21 Nov 2026 09:31:00 GMT', min],
    ['Saturday, 21-Nov-26 09:31:00 GMT', min],
    ['Sat Nov 21 09:31:00 2026', min],
    ['Sat Dec  5 09:30:00 2026', MAX_RETRY_AFTER_MS],
    ['Sat, 21 Nov 2026 09:29:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 24 * h],
    ['Sat, 21 Nov 2026 09:31:00 CET', null],
    ['Sat, 99 Nov 2026 09:31:00 GMT', null],
    ['Sat, 21 Abc 2026 09:31:00 GMT', null],
  ])('%j', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});

describe('circuit breaker', () => {
  test.each(
    rows(`
    score  latency  next  open
    0      0        1     no
    0      4999     1     no
    0      5000     2     no
    0      15000    4     no
    0      -1       1     no
    8      0        9     no
    8      5000     10    5000
    9      0        10    5000
    9      15000    13    40000
    10     0        11    10000
    11     0        12    20000
    12     0        13    40000
    13     0        14    60000
    14     0        14    60000
    14     15000    14    60000`),
  )('a failure at score %s that took %s ms: score %s, open for %s ms', (score, latency, next, open) =>
    expect(afterFailure(Number(score), Number(latency))).toEqual({
      failureScore: Number(next),
      openMs: open === 'no' ? null : Number(open),
    }),
  );

  test('a success closes it, however slow, and whatever its score', () => {
    expect(CLOSED).toEqual({ failureScore: 0, openMs: null });
    for (const result of ['quick', 'slow'] as const) expect(breakerAfter(result, 20_000)).toEqual([CLOSED]);
  });

  test('a failure is decided for each score that it can meet', () =>
    expect(breakerAfter('failed', 5_000)).toEqual(byFailureScore((score) => afterFailure(score, 5_000))));

  test('from the opening score on, one attempt at a time is allowed', () =>
    expect(byFailureScore(isTrial)).toEqual([
      ...Array<boolean>(10).fill(false),
      ...Array<boolean>(5).fill(true),
    ]));

  test('no failure leads to a score that a table does not list', () => {
    const next = byFailureScore((score) => afterFailure(score, 10 * min).failureScore);
    expect(Math.max(...next)).toBe(MAX_FAILURE_SCORE);
    expect(next).toHaveLength(MAX_FAILURE_SCORE + 1);
  });
});

describe('fairness', () => {
  const limits = { total: 256, perSubscription: 8 };

  test.each(
    rows(`
    width  quick  slow  failed  not_begun
    1      2      2     1       1
    2      3      3     1       2
    5      6      6     2       5
    7      8      8     3       7
    8      8      8     4       8`),
  )('a width of %s becomes %s, %s, %s or %s', (width, ...wanted) => {
    const results: AttemptResult[] = ['quick', 'slow', 'failed', 'not_begun'];
    expect(results.map((result) => widthAfter(Number(width), result, limits))).toEqual(wanted.map(Number));
  });

  test.each<[number, AttemptResult]>([
    [0, 'quick'],
    [2_000, 'quick'],
    [2_001, 'slow'],
  ])('a success after %i ms is %s', (latencyMs, result) => expect(successful(latencyMs)).toBe(result));

  // What a receiver of 8 slots may have claimed ahead, at most 16.
  test.each(
    rows(`
    width  result     latency  ahead
    8      quick      0        16
    8      quick      100      16
    8      quick      106      15
    8      quick      200      8
    8      quick      1600     1
    8      quick      1601     0
    7      quick      1        0
    8      slow       1        0
    8      failed     1        0
    8      not_begun  1        0`),
  )('ahead at a width of %s after an attempt that was %s in %s ms: %s', (width, result, latency, ahead) =>
    expect(aheadOf(Number(width), result as AttemptResult, Number(latency), { ...limits, ahead: 16 })).toBe(
      Number(ahead),
    ),
  );

  test('nothing is claimed ahead unless the limits say how many', () =>
    expect(aheadOf(8, 'quick', 1, limits)).toBe(0));

  // Slots of 256 (192 for unproven receivers) that a subscription of width 8 may have more than it has.
  test.each(
    rows(`
    receiver   running  client  client_unproven  all   all_unproven  free
    proven     0        0       0                0     0             8
    proven     3        3       0                3     0             5
    proven     8        8       0                8     0             0
    unproven   0        0       0                0     0             8
    proven     0        126     0                126   0             2
    proven     0        128     0                128   0             0
    proven     0        0       0                240   0             8
    proven     0        0       0                254   0             1
    proven     0        0       0                255   0             1
    proven     0        0       0                256   0             0
    unproven   0        94      94               94    94            2
    unproven   0        96      96               96    96            0
    unproven   0        0       0                192   192           0
    unproven   0        0       0                191   191           1
    proven     0        0       0                192   192           8
    proven     0        130     0                130   0             0`),
  )('%s, running %s, its client %s (%s unproven), all %s (%s): %s more', (receiver, ...cells) => {
    const [running = 0, held = 0, heldUnproven = 0, allHeld = 0, allUnproven = 0, free] = cells.map(Number);
    const of = { width: 8, running, isProven: receiver === 'proven' };
    const all = { held: allHeld, heldUnproven: allUnproven };
    expect(freeSlots(of, { held, heldUnproven }, all, limits)).toBe(free);
  });

  test('what is claimed ahead holds slots beyond the width, within the share of the client', () => {
    const one = { width: 8, running: 8, isProven: true, ahead: 4 };
    const none = { held: 0, heldUnproven: 0 };
    expect(freeSlots(one, none, none, limits)).toBe(4);
    const client = { held: 126, heldUnproven: 0 };
    expect(freeSlots(one, client, client, limits)).toBe(2);
  });

  test('a single slot is assigned', () => {
    const none = { held: 0, heldUnproven: 0 };
    const one = { width: 1, running: 0, isProven: false };
    expect(freeSlots(one, none, none, { total: 1, perSubscription: 1 })).toBe(1);
  });
});
