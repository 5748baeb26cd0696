import { given } from '@corridor/testing';
import { type Event, advance, clientClock, clockOf, endTurn, presentOf } from './client-clock.js';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-20T09:30:00.000Z');
const present = '2026-11-20T09:30:00.000';
const to = '2026-11-30T00:00:00.000';
const turnOf = (turn: number, at: string, from = at): Event => ({
  type: 'turn_begun',
  turn,
  at,
  byMs: Date.parse(`${at}Z`) - Date.parse(`${from}Z`),
});
const begun: Event[] = [{ type: 'advance_begun', to }, turnOf(1, present)];
const advanced: Event = { type: 'advanced', to, aheadMs: 10 * DAY_MS };

describe('a test clock', () => {
  test('first takes the turn of its present', () =>
    given(clientClock)
      .when(advance, { to, now })
      .then(...begun));

  test('then goes from one due time to the next, and to its end', () => {
    const due = '2026-11-25T16:00:00.000';
    given(clientClock, ...begun)
      .when(endTurn, { turn: 1, next: due, now })
      .then(turnOf(2, due, present));
    for (const next of [null, '2026-12-01T00:00:00.000', to])
      given(clientClock, ...begun, turnOf(2, due))
        .when(endTurn, { turn: 2, next, now })
        .then(turnOf(3, to, due));
  });

  test('runs on from its end when the last turn is done', () => {
    const later = new Date(now.getTime() + 1_500);
    given(clientClock, ...begun, turnOf(2, to))
      .when(endTurn, { turn: 2, next: '2026-12-01T00:00:00.000', now: later })
      .then({ type: 'advanced', to, aheadMs: Date.parse(`${to}Z`) - later.getTime() });
  });

  test('is never shifted back, if the turns took longer than it was advanced', () => {
    const soon = '2026-11-30T00:00:00.001';
    given(clientClock, advanced, { type: 'advance_begun', to: soon }, turnOf(1, soon))
      .when(endTurn, { turn: 1, next: null, now: new Date(now.getTime() + 5_000) })
      .then({ type: 'advanced', to: soon, aheadMs: 10 * DAY_MS });
  });

  test('does nothing at a turn that is done already, or of another advance', () => {
    given(clientClock, ...begun, turnOf(2, to))
      .when(endTurn, { turn: 1, next: null, now })
      .then();
    given(clientClock, ...begun, turnOf(2, to), advanced)
      .when(endTurn, { turn: 2, next: null, now })
      .then();
    given(clientClock).when(endTurn, { turn: 1, next: null, now }).then();
  });

  test('counts its turns over all advances', () =>
    given(clientClock, ...begun, turnOf(2, to), advanced)
      .when(advance, { to: '2026-12-01T00:00:00.000', now })
      .then({ type: 'advance_begun', to: '2026-12-01T00:00:00.000' }, turnOf(3, '2026-11-30T09:30:00.000')));

  test('never goes back, not even by a millisecond, and may stay where it is', () => {
    given(clientClock).when(advance, { to: '2026-11-20T09:29:59.999', now }).refuses('time_has_passed');
    given(clientClock, advanced).when(advance, { to, now }).refuses('time_has_passed');
    given(clientClock)
      .when(advance, { to: present, now })
      .then({ type: 'advance_begun', to: present }, turnOf(1, present));
  });

  test('goes five years ahead at most', () => {
    given(clientClock)
      .when(advance, { to: '2031-11-24T09:30:00.000', now })
      .then(expect.anything(), expect.anything());
    given(clientClock).when(advance, { to: '2031-11-25T00:00:00.000', now }).refuses('time_too_far_ahead');
  });

  test('advances once at a time', () =>
    given(clientClock, ...begun)
      .when(advance, { to, now })
      .refuses('step_in_progress'));

  test('stands still at the time of the turn', () => {
    expect(presentOf({ aheadMs: DAY_MS, advance: null }, now)).toBe('2026-11-21T09:30:00.000');
    expect(presentOf({ aheadMs: DAY_MS, advance: { to, at: present } }, now)).toBe(present);
  });

  test('has a stream of its own', () => expect(clockOf('cli_01K')).toBe('cli_01K/clock'));
});
