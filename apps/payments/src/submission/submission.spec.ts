import { fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
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
    REJECTED     illegal   illegal  illegal   illegal
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

  test('may come before it is recorded that the rail has the payment', () => {
    given(submission, asked)
      .when(report, says('SETTLED'))
      .then({ type: 'settled', reportId: says('SETTLED').reportId, reason: null, bankReference: null });
  });

  test.each([
    [says('REJECTED'), says('SETTLED')],
    [says('SETTLED'), says('REJECTED')],
    [says('ACCEPTED'), says('RETURNED', { returned: money('EUR', 1000_51n) })],
    [says('ACCEPTED'), says('RETURNED', { returned: money('USD', 1n) })],
  ])('%j, then %j: a person has to ask, and no money moves', (first, second) => {
    const before = after(first);
    expect(report(before, second)).toMatchObject([{ type: 'contradicted', status: second.status }]);
    const contradicted = after(first, second);
    expect(contradicted.status).toBe(before.status);
    expect(report(contradicted, second)).toEqual([]);
  });
});
