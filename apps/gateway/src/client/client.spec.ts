import { given } from '@corridor/testing';
import {
  type ClientEvent,
  block,
  changeClient,
  changeSettings,
  client,
  createClient,
  rate,
  release,
  resume,
  suspend,
} from './client.js';

const details = {
  name: 'Acme Ltd',
  code: 'ACME',
  address: { lines: ['1 High Street'], city: 'London', state: null, postalCode: 'E1 1AA', countryCode: 'GB' },
  clientType: 'Business',
  companyWebsite: null,
  settings: { baseCcy: 'GBP' },
};
const created: ClientEvent = { type: 'created', ...details };
const changed: ClientEvent = { type: 'settings_changed', settings: { baseCcy: 'EUR' } };

describe('a client', () => {
  test('is created once', () => {
    given(client).when(createClient, details).then(created);
    given(client, created).when(createClient, details).refuses('already_exists');
  });

  test('changes its base currency', () => {
    given(client, created).when(changeSettings, { baseCcy: 'EUR' }).then(changed);
    given(client, created, changed)
      .when(changeSettings, { baseCcy: 'GBP' })
      .then({ type: 'settings_changed', settings: { baseCcy: 'GBP' } });
  });

  test('that has this base currency already stays as it is', () =>
    given(client, created, changed).when(changeSettings, { baseCcy: 'EUR' }).then());

  test('that does not exist changes nothing', () =>
    given(client).when(changeSettings, { baseCcy: 'EUR' }).refuses('not_found'));

  const suspended: ClientEvent = {
    type: 'suspended',
    reason: 'Documents expired',
    screeningId: null,
  };

  test('that is suspended changes nothing itself, until it is resumed', () => {
    given(client, created).when(suspend, { reason: 'Documents expired' }).then(suspended);
    given(client, created, suspended).when(suspend, { reason: 'again' }).then();
    given(client, created, suspended).when(changeSettings, { baseCcy: 'EUR' }).refuses('client_suspended');
    given(client, created, suspended).when(resume).then({ type: 'resumed' });
    given(client, created).when(resume).then();
    given(client, created, suspended, { type: 'resumed' })
      .when(changeSettings, { baseCcy: 'EUR' })
      .then(changed);
  });

  test('that screening has blocked is resumed after each of its cases is cleared', () => {
    const [one, other] = [{ screeningId: 'cas_1' }, { screeningId: 'cas_2' }];
    const blocked: ClientEvent = { type: 'suspended', reason: 'Blocked by cas_1', ...one };
    const again: ClientEvent = { type: 'suspended', reason: 'Blocked by cas_2', ...other };
    const released: ClientEvent = { type: 'block_released', ...one };
    given(client, created, suspended).when(block, one).then(blocked);
    given(client, created, blocked).when(block, one).then();
    given(client, created, blocked).when(resume).refuses('illegal_transition');
    given(client, created, blocked).when(release, other).then();
    given(client, created, blocked, again).when(release, one).then(released);
    given(client, created, blocked, again, released).when(resume).refuses('illegal_transition');
    given(client, created, blocked, released).when(resume).then({ type: 'resumed' });
  });

  test('that an earlier build has blocked is blocked by that case', () => {
    const [upcast] = client.upcasters!.suspended!;
    expect(upcast!({ reason: 'Blocked by cas_01K0' } as never)).toMatchObject({ screeningId: 'cas_01K0' });
    expect(upcast!({ reason: 'Documents expired' } as never)).toMatchObject({ screeningId: null });
  });

  test('is changed and rated by staff, also while it is suspended', () => {
    given(client, created, suspended)
      .when(rate, { riskRating: 'HIGH' })
      .then({ type: 'rated', riskRating: 'HIGH' });
    given(client, created, suspended)
      .when(changeClient, { ...details, refusedCountries: [] })
      .then({ type: 'changed', ...details });
  });

  test('is suspended when it moves to a refused country, and not again when something else changes there', () => {
    const refusedCountries = ['CU', details.address.countryCode];
    const moved = { ...details, address: { ...details.address, countryCode: 'CU' } };
    const changed = { type: 'changed', ...moved } as const;
    const suspension: ClientEvent = {
      type: 'suspended',
      reason: 'Its country, CU, is refused',
      screeningId: null,
    };
    given(client, created)
      .when(changeClient, { ...moved, refusedCountries })
      .then(changed, suspension);
    given(client, created, suspended)
      .when(changeClient, { ...moved, refusedCountries })
      .then(changed);
    given(client, created, changed, suspension, { type: 'resumed' })
      .when(changeClient, { ...moved, refusedCountries })
      .then(changed);
    given(client, created)
      .when(changeClient, { ...details, refusedCountries })
      .then({ type: 'changed', ...details });
  });
});
