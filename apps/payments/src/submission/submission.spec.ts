import { fold, money } from '@corridor/kernel';
import { given, sized } from '@corridor/testing';
import fc from 'fast-check';
import type { RailReport } from '../rail/payment-rail.js';
import { requested, says } from './submission.fixture.js';
import {
  type Event,
  type State,
  handOver,
  record,
  report,
  request,
  submission,
  submissionIdOf,
} from './submission.js';

const asked: Event = { type: 'requested', ...requested };
const handedOver: Event = { type: 'handed_over' };
const statuses = ['ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED'] as const;
const after = (...reports: RailReport[]): State =>
  reports.reduce(
    (state, one) => report(state, one).reduce(submission.evolve, state),
    fold(submission, [asked, handedOver]),
  );
const statusOf = (state: State) => state.status;

test('a submission is requested once and handed over once', () => {
  expect(submissionIdOf('pmt_01K')).toBe('sub_01K');
  given(submission).when(request, requested).then(asked);
  given(submission, asked).when(request, requested).then();
  given(submission, asked).when(handOver, null).then(handedOver);
  given(submission, asked, handedOver).when(handOver, null).then();
});

test('one that the bank gets after its cut-off is executed on a later day, which is told once', () => {
  const postponed: Event = { type: 'postponed', executionDate: '2026-11-24' };
  given(submission, asked).when(handOver, '2026-11-24').then(handedOver, postponed);
  given(submission, asked, handedOver, postponed).when(handOver, '2026-11-24').then();
  // What the bank says may have come first.
  const accepted = report(fold(submission, [asked]), says('ACCEPTED'));
  given(submission, asked, ...accepted)
    .when(handOver, '2026-11-24')
    .then(postponed);
});

describe('what staff record', () => {
  const table = `
    from         ACCEPTED  SETTLED  REJECTED  RETURNED
    REQUESTED    ACCEPTED  SETTLED  REJECTED  RETURNED
    HANDED_OVER  ACCEPTED  SETTLED  REJECTED  RETURNED
    ACCEPTED     illegal   SETTLED  REJECTED  RETURNED
    SETTLED      illegal   illegal  illegal   RETURNED
    REJECTED     illegal   illegal  illegal   RETURNED
    RETURNED     illegal   illegal  illegal   illegal`;
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const states: Record<string, State> = {
    REQUESTED: fold(submission, [asked]),
    HANDED_OVER: after(),
    ...Object.fromEntries(statuses.map((one) => [one, after(says(one))])),
  };
  const cells = rows.flatMap(([from = '', ...row]) =>
    row.map((cell, i) => [from, header[i + 1] as RailReport['status'], cell] as const),
  );
  test.each(cells)('%s %s: %s', (from, status, expected) => {
    const said = { reportId: null, reason: 'Account closed.', bankReference: 'FT1' };
    const act = () => record(states[from]!, status, said, null).reduce(submission.evolve, states[from]!);
    if (expected === 'illegal')
      expect(act).toThrow(expect.objectContaining({ code: 'illegal_transition' }) as Error);
    else expect(act()).toMatchObject({ status: expected });
  });
});

describe('what the rail reports', () => {
  test('comes late, twice and in any order, with one result', () => {
    const [accepted, settled, returned] = [says('ACCEPTED'), says('SETTLED'), says('RETURNED')];
    expect(statusOf(after(accepted, settled))).toBe('SETTLED');
    expect(statusOf(after(settled, accepted))).toBe('SETTLED');
    expect(statusOf(after(settled, settled))).toBe('SETTLED');
    expect(statusOf(after(accepted, settled, returned))).toBe('RETURNED');
    expect(statusOf(after(returned, settled, accepted, returned))).toBe('RETURNED');
    expect(report(after(settled), says('SETTLED', { bankReference: 'another report' }))).toEqual([]);
  });

  test('another status under the id of an earlier report is applied, and again it changes nothing', () => {
    const [accepted, settled] = (['ACCEPTED', 'SETTLED'] as const).map((status) =>
      says(status, { reportId: 'X' }),
    ) as [RailReport, RailReport];
    expect(statusOf(after(accepted, settled))).toBe('SETTLED');
    expect(statusOf(after(settled, accepted))).toBe('SETTLED');
    expect(report(after(accepted, settled), settled)).toEqual([]);
    expect(report(after(settled), says('REJECTED', { reportId: 'X' }))).toMatchObject([
      { type: 'contradicted', status: 'REJECTED' },
    ]);
  });

  test('a return less a charge that comes in two files counts once', () => {
    const less = says('RETURNED', { returned: money('EUR', 985_50n) });
    const booked = { ...less, reportId: 'the same in the statement' };
    expect(report(after(says('SETTLED')), less)).toMatchObject([
      { type: 'returned', returned: less.returned },
    ]);
    expect(report(after(says('SETTLED'), less), booked)).toEqual([]);
    expect(report(after(says('SETTLED'), less), less)).toEqual([]);
    const [told] = report(after(less), { ...booked, bankReference: 'B-1', isBooked: true });
    expect(told).toMatchObject({
      type: 'returned_again',
      credited: null,
      excess: null,
      total: less.returned,
    });
  });

  test('may come before it is recorded that the rail has the payment', () => {
    given(submission, asked)
      .when(report, says('SETTLED'))
      .then({ type: 'settled', reportId: says('SETTLED').reportId, reason: null, bankReference: null });
  });

  test.each([
    [says('REJECTED'), says('SETTLED')],
    [says('SETTLED'), says('REJECTED')],
    [says('ACCEPTED'), says('RETURNED', { returned: money('EUR', 0n) })],
    [says('RETURNED', { returned: money('EUR', 1n) }), says('REJECTED')],
    [
      says('RETURNED', { returned: money('EUR', 1n), bankReference: 'B-1' }),
      says('RETURNED', { returned: money('EUR', 2n), bankReference: 'B-1' }),
    ],
    [says('ACCEPTED'), says('RETURNED', { returned: money('USD', 1n) })],
  ])('%j, then %j: a person has to ask, and no money moves', (first, second) => {
    const before = after(first);
    expect(report(before, second)).toMatchObject([{ type: 'contradicted', status: second.status }]);
    const contradicted = after(first, second);
    expect(contradicted.status).toBe(before.status);
    expect(report(contradicted, second)).toEqual([]);
  });
});

describe('what comes back of a payment in parts', () => {
  const all = requested.amount.minor;
  const eur = (minor: bigint) => money('EUR', minor);
  const part = (minor: bigint, bankReference: string, isBooked = false): RailReport => ({
    ...says('RETURNED', { returned: eur(minor), bankReference, isBooked }),
    ...{ reportId: `${bankReference} ${isBooked}` },
  });
  /** The events that move money. */
  const eventsOf = (...reports: RailReport[]): Event[] => {
    let state = fold(submission, [asked, handedOver]);
    return reports.flatMap((one) => {
      const events = report(state, one);
      state = events.reduce(submission.evolve, state);
      return events;
    });
  };
  const sums = (events: Event[]) => {
    const sum = (of: (event: Event) => bigint | undefined) =>
      events.reduce((total, event) => total + (of(event) ?? 0n), 0n);
    const credited = sum((event) => {
      if (event.type === 'rejected') return all;
      if (event.type === 'returned') return event.returned.minor - (event.excess?.minor ?? 0n);
      return event.type === 'returned_again' ? event.credited?.minor : 0n;
    });
    return { credited, excess: sum((event) => ('excess' in event ? event.excess?.minor : 0n)) };
  };

  test('is for the client until it is all that was sent; the rest is more than that', () => {
    const parts = [part(600_00n, 'B-1'), part(400_00n, 'B-2'), part(10_00n, 'B-3')];
    const [first, second, third] = eventsOf(says('SETTLED'), ...parts).slice(1);
    expect(first).toMatchObject({ type: 'returned', returned: eur(600_00n), excess: null });
    expect(second).toMatchObject({ credited: eur(400_00n), excess: null, total: eur(1000_00n), number: 2 });
    expect(third).toMatchObject({ credited: eur(50n), excess: eur(9_50n), total: eur(all), number: 3 });
    expect(eventsOf(part(all + 7n, 'B-1'))).toMatchObject([{ type: 'returned', excess: eur(7n) }]);
  });

  test('after a rejection is what the client has already, and is told', () => {
    const [rejected, one, other] = eventsOf(says('REJECTED'), part(600_00n, 'B-1'), part(500_00n, 'B-2'));
    expect(rejected).toMatchObject({ type: 'rejected' });
    expect(one).toMatchObject({ credited: null, excess: null, total: eur(600_00n), number: 1 });
    expect(other).toMatchObject({ credited: null, excess: eur(99_50n), number: 2 });
  });

  test('is one return if the bank tells it by a message and books it, in one sum or in parts', () => {
    const told = part(1000_00n, 'M-1');
    const booked = [part(600_00n, 'B-1', true), part(400_00n, 'B-2', true)];
    for (const reports of [
      [told, ...booked],
      [...booked, told],
      [booked[0]!, told, booked[1]!],
    ])
      expect(sums(eventsOf(...reports))).toEqual({ credited: 1000_00n, excess: 0n });
  });

  test('staff record on top of what is known, and not what the bank has told already', () => {
    const said = { reportId: null, reason: 'Account closed.', bankReference: 'B-2' };
    const known = after(says('SETTLED'), part(600_00n, 'B-1'));
    const [recorded] = record(known, 'RETURNED', said, eur(300_00n));
    expect(recorded).toMatchObject({ credited: eur(300_00n), source: 'STAFF', total: eur(900_00n) });
    expect(record(known, 'RETURNED', said, null)).toMatchObject([{ credited: eur(400_50n) }]);
    expect(() => record(known, 'RETURNED', { ...said, bankReference: 'B-1' }, null)).toThrow('B-1');
    // The bank tells it as well.
    const [later] = report(submission.evolve(known, recorded!), part(300_00n, 'B-9'));
    expect(later).toMatchObject({ credited: null, excess: null });
    const full = after(part(all, 'B-1'));
    expect(() => record(full, 'RETURNED', said, null)).toThrow(
      expect.objectContaining({ code: 'illegal_transition' }) as Error,
    );
  });

  test.each(['RETURN', 'DEBIT'] as const)('of a %s that has gone back, only the first one counts', (kind) => {
    const one: Event = { ...asked, kind };
    const state = report(fold(submission, [one]), part(1n, 'B-1')).reduce(
      submission.evolve,
      fold(submission, [one]),
    );
    expect(report(state, part(2n, 'B-2'))).toEqual([]);
    // The books post one: staff are told where they enter another.
    const said = { reportId: null, reason: 'Account closed.', bankReference: 'B-3' };
    expect(() => record(state, 'RETURNED', said, eur(1n))).toThrow(
      expect.objectContaining({ code: 'illegal_transition' }) as Error,
    );
  });

  test('comes in any order, doubled and split, in messages and bookings, to the same end and sums', () => {
    const minor = fc.bigInt({ min: 1n, max: all });
    const told = fc.record({
      parts: fc.array(minor, { maxLength: 4 }),
      /** Each part is booked in so many bookings. */
      pieces: fc.integer({ min: 0, max: 3 }),
      isRejected: fc.boolean(),
      order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    });
    fc.assert(
      fc.property(told, ({ parts, pieces, isRejected, order }) => {
        const bookings = parts.flatMap((sum, i) =>
          splitIn(sum, pieces).map((one, n) => part(one, `B-${i}-${n}`, true)),
        );
        const messages = parts.map((sum, i) => part(sum, `M-${i}`));
        const told = [...messages, ...bookings];
        const doubled = [...told, ...told.map((one) => ({ ...one, reportId: `${one.reportId} again` }))];
        const others = isRejected ? [] : [says('ACCEPTED'), says('SETTLED')];
        const before = isRejected ? [says('REJECTED')] : [];
        const shuffled = [...doubled, ...others]
          .map((one, i) => [order[i] ?? i, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        const events = eventsOf(...before, ...shuffled);
        const back = parts.reduce((sum, one) => sum + one, 0n);
        expect(sums(events)).toEqual({
          credited: isRejected || back > all ? all : back,
          excess: back > all ? back - all : 0n,
        });
        const end = fold(submission, [asked, handedOver, ...events]);
        expect(end.status).toBe(parts.length > 0 ? 'RETURNED' : isRejected ? 'REJECTED' : 'SETTLED');
        expect(eventsOf(...before, ...shuffled, ...shuffled)).toEqual(events);
      }),
      { numRuns: sized({ small: 200, full: 20_000 }) },
    );
  });
  const splitIn = (sum: bigint, pieces: number): bigint[] =>
    pieces === 0 || sum < BigInt(pieces)
      ? []
      : [...Array<bigint>(pieces - 1).fill(1n), sum - BigInt(pieces - 1)];
});
