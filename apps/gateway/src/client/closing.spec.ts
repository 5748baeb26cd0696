import { fold } from '@corridor/kernel';
import { given } from '@corridor/testing';
import {
  type ClientEvent,
  block,
  changeClient,
  changeSettings,
  client,
  rate,
  resume,
  suspend,
} from './client.js';
import { endClosing, outcomeOfClosing, requestClosing } from './closing.js';

const details = {
  name: 'Acme Ltd',
  code: 'ACME',
  address: { lines: ['1 High Street'], city: 'London', state: null, postalCode: 'E1 1AA', countryCode: 'GB' },
  clientType: 'Business',
  companyWebsite: null,
  settings: { baseCcy: 'GBP' },
};
const reason = 'Merged into another client';
const suspended: ClientEvent[] = [
  { type: 'created', ...details },
  { type: 'suspended', reason: 'Leaves', screeningId: null },
];
const now = new Date(1_000);
const requested: ClientEvent = { type: 'closing_requested', attempt: 1, reason };
const obstacles = [{ kind: 'wallet', detail: 'The GBP wallet has a balance of 12.50.' }];
const declined: ClientEvent = { type: 'closing_declined', obstacles };
const closed: ClientEvent = { type: 'closed', reason };

describe('a client that is to be closed', () => {
  test('is suspended', () => {
    given(client).when(requestClosing, { reason, now }).refuses('not_found');
    given(client, suspended[0]!).when(requestClosing, { reason, now }).refuses('illegal_transition');
    given(client, ...suspended)
      .when(requestClosing, { reason, now })
      .then(requested);
  });

  test('stays so while the services are asked, and is not asked about twice', () => {
    given(client, ...suspended, requested)
      .when(requestClosing, { reason, now })
      .refuses('step_in_progress');
    given(client, ...suspended, requested)
      .when(resume)
      .refuses('step_in_progress');
    expect(outcomeOfClosing(fold(client, [...suspended, requested]))).toBe('pending');
  });

  test('is not closed while something is in the way: it can be resumed, or closed later', () => {
    given(client, ...suspended, requested)
      .when(endClosing, { attempt: 1, obstacles })
      .then(declined);
    const history = [...suspended, requested, declined];
    expect(outcomeOfClosing(fold(client, history))).toMatchObject({
      code: 'client_not_closable',
      extra: { errors: [{ pointer: '#', code: 'wallet', detail: obstacles[0]!.detail }] },
    });
    given(client, ...history)
      .when(resume)
      .then({ type: 'resumed' });
    given(client, ...history)
      .when(requestClosing, { reason, now })
      .then({ ...requested, attempt: 2 });
  });

  test('is asked about under a number that no service has heard: later attempts can be lost with the database', () => {
    given(client, ...suspended)
      .when(requestClosing, { reason, now: new Date('2026-11-20T09:30:00.900Z') })
      .then({ ...requested, attempt: Date.parse('2026-11-20T09:30:00Z') / 1_000 });
  });

  test('is closed by the answer to this attempt, once', () => {
    const answer = { attempt: 2, obstacles: [] };
    const again: ClientEvent[] = [...suspended, requested, declined, { ...requested, attempt: 2 }];
    given(client, ...again)
      .when(endClosing, { attempt: 1, obstacles: [] })
      .then();
    given(client, ...again)
      .when(endClosing, answer)
      .then(closed);
    given(client, ...again, closed)
      .when(endClosing, answer)
      .then();
    expect(outcomeOfClosing(fold(client, [...again, closed]))).toBe('done');
  });

  test('stays closed', () => {
    const history = [...suspended, requested, closed];
    const refused = [
      given(client, ...history).when(requestClosing, { reason, now }),
      given(client, ...history).when(suspend, { reason }),
      given(client, ...history).when(resume),
      given(client, ...history).when(rate, { riskRating: 'LOW' }),
      given(client, ...history).when(changeClient, { ...details, refusedCountries: [] }),
    ];
    for (const one of refused) one.refuses('client_closed');
    given(client, ...history)
      .when(block, { screeningId: 'cas_1' })
      .then();
    given(client, ...history)
      .when(changeSettings, { baseCcy: 'EUR' })
      .refuses('client_suspended');
  });
});
