import { given } from '@corridor/testing';
import { type ClientEvent, changeSettings, client, createClient } from './client.js';

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
});
