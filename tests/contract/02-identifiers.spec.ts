import { createQuote } from '../support/conversion.js';
import { linkFundingAccount } from '../support/funding-account.js';
import { clientWithRecords, read } from '../support/records.js';

/** interface-spec 2.1: the prefix of an id identifies the kind of its record. */

let seen: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { api, ids } = await clientWithRecords();
  const { user, client, clientUser, apiKey } = await read(api, 'auth/who-am-i');
  await api.post('/v1/wallets', { ccyCode: 'USD' });
  seen = {
    ...ids,
    quote: await createQuote(api),
    fundingAccount: await linkFundingAccount(api),
    collectionAccount: (await read(api, 'wallets/GBP')).collectionAccounts[0].id,
    user: user.id,
    client: client.id,
    clientUser: clientUser.id,
    apiKey: apiKey.id,
  };
});

it.each([
  ['pi_', 'instruction'],
  ['pmt_', 'payment'],
  ['ben_', 'beneficiary'],
  ['bss_', 'snapshot'],
  ['con_', 'conversion'],
  ['quo_', 'quote'],
  ['wal_', 'wallet'],
  ['ca_', 'collectionAccount'],
  ['lfa_', 'fundingAccount'],
  ['if_', 'funds'],
  ['txn_', 'transaction'],
  ['cli_', 'client'],
  ['usr_', 'user'],
  ['cu_', 'clientUser'],
  ['ak_', 'apiKey'],
  ['whs_', 'subscription'],
  ['whn_', 'notification'],
])('%s is the prefix of a %s', (prefix, kind) =>
  expect(seen[kind]).toMatch(new RegExp(`^${prefix}[0-9A-Z]{26}$`)),
);

it('no two records share an id', () =>
  expect(new Set(Object.values(seen)).size).toBe(Object.keys(seen).length));
