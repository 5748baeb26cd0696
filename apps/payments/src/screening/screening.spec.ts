import type { ScreeningHit } from '@corridor/screening';
import { given } from '@corridor/testing';
import {
  type Event,
  type Request,
  assign,
  block,
  clear,
  conclude,
  note,
  request,
  screening,
} from './screening.js';

const requested: Request = {
  subject: {
    type: 'BENEFICIARY',
    id: 'ben_1',
    clientId: 'cli_1',
    names: ['Anna Schmidt'],
    party: 'PERSON',
    dateOfBirth: null,
    countries: ['DE'],
  },
  client: { id: 'cli_1', name: 'Acme Ltd' },
  reviewReasons: [],
};
const hit: ScreeningHit = {
  list: 'UN',
  listVersion: '2026-11-20',
  entryId: '7',
  name: 'SCHMIDT, Anna',
  score: 0.93,
  explanation: 'The same words in another order.',
};
const found = { listVersions: ['UN 2026-11-20'], hits: [hit] };
const nothing = { ...found, hits: [] };
const { subject, client } = requested;
const ines = { id: 'stf_1', name: 'Ines Almeida' };

const waiting: Event = { type: 'requested', ...requested };
const passed: Event = { type: 'passed', ...requested, ...nothing };
const opened: Event = { type: 'opened', ...requested, ...found };
const assigned: Event = { type: 'assigned', assignee: ines };
const cleared: Event = { type: 'cleared', reason: 'Another person', subject, client, hits: [hit] };
const blocked: Event = { type: 'blocked', reason: 'The same person', subject, client };
const past = {
  NOTHING: [],
  WAITING: [waiting],
  PASSED: [waiting, passed],
  OPEN: [waiting, opened],
  ASSIGNED: [waiting, opened, assigned],
  CLEARED: [waiting, opened, cleared],
  BLOCKED: [waiting, opened, assigned, blocked],
  BLOCKED_CLIENT: [{ ...waiting, subject: { ...subject, type: 'CLIENT' } }, opened, blocked],
} satisfies Record<string, Event[]>;

describe('every status × command', () => {
  const commands = {
    request: (state: never) => request(state, requested),
    assign: (state: never) => assign(state, { assignee: { id: 'stf_2', name: 'Bea' } }),
    note: (state: never) => note(state, { text: 'x' }),
    clear: (state: never) => clear(state, { reason: 'Another person', isUndecided: false }),
    block: (state: never) => block(state, { reason: 'The same person' }),
    conclude: (state: never) => conclude(state, found, [], false),
  };
  test.each([
    ['NOTHING', { request: 'requested' }],
    ['WAITING', { conclude: 'opened' }],
    ['PASSED', {}],
    ['OPEN', { assign: 'assigned', note: 'noted', clear: 'cleared', block: 'blocked' }],
    ['ASSIGNED', { assign: 'assigned', note: 'noted', clear: 'cleared', block: 'blocked' }],
    ['CLEARED', { note: 'noted' }],
    ['BLOCKED', { note: 'noted' }],
    ['BLOCKED_CLIENT', { note: 'noted', clear: 'cleared' }],
  ] as [keyof typeof past, Partial<Record<keyof typeof commands, string>>][])('%s', (status, legal) => {
    const outcomes = Object.entries(commands).flatMap(([name, command]) => {
      try {
        const state = past[status].reduce((one, event) => screening.evolve(one, event), screening.initial);
        return command(state as never).map(({ type }) => [name, type]);
      } catch {
        return [];
      }
    });
    expect(Object.fromEntries(outcomes)).toEqual(legal);
  });
});

describe('the response of the provider', () => {
  const concluded = (result: typeof found, known: ScreeningHit[] = []) =>
    given(screening, waiting).when(() => conclude({ ...stateOf(waiting) }, result, known, false));
  const stateOf = (...events: Event[]) =>
    events.reduce((one, event) => screening.evolve(one, event), screening.initial);

  test('without a hit passes', () => concluded(nothing).then(passed));
  test('with a hit opens a case', () => concluded(found).then(opened));
  test('counts once, however often and late it comes', () => {
    for (const events of [past.PASSED, past.OPEN, past.CLEARED, past.BLOCKED])
      expect(conclude(stateOf(...events), found, [], false)).toEqual([]);
  });
  test('opens a case without a hit if somebody has to look at it', () => {
    const review = { ...requested, reviewReasons: ['First payment'] };
    expect(conclude(stateOf({ type: 'requested', ...review }), nothing, [], false)).toEqual([
      { type: 'opened', ...review, ...nothing },
    ]);
  });

  test.each<[string, Partial<ScreeningHit>, string]>([
    ['the same hit', {}, 'passed'],
    ['the same list version, found otherwise', { score: 0.9 }, 'passed'],
    ['a new version of the list with the same entry', { listVersion: '2026-11-21' }, 'passed'],
    [
      'a new version in which the entry has another name',
      { listVersion: '2026-11-21', name: 'SCHMIDT' },
      'opened',
    ],
    ['a new version in which it matches better', { listVersion: '2026-11-21', score: 1 }, 'opened'],
    ['another entry', { entryId: '8' }, 'opened'],
    ['another list', { list: 'EU' }, 'opened'],
  ])('after staff have cleared a hit: %s', (_, changes, type) => {
    const result = { ...found, hits: [{ ...hit, ...changes }] };
    expect(conclude(stateOf(waiting), result, [hit], false)).toMatchObject([{ type }]);
  });
});

test('who has taken a case takes it once', () =>
  given(screening, ...past.ASSIGNED)
    .when(assign, { assignee: ines })
    .then());
