import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { given } from '@corridor/testing';
import { fold } from '@corridor/kernel';
import { type ClientLedgerEvent, clientLedger, walletNamed } from './client-ledger.js';
import { attachCollectionAccounts, openWallet, setFavourite } from './wallet-commands.js';

const opened: ClientLedgerEvent = { type: 'wallet_opened', walletId: 'wal_1', ccyCode: 'GBP' };
const collectionAccounts = [{ id: 'ca_1' } as CollectionAccountResource];
const attached: ClientLedgerEvent = {
  type: 'collection_accounts_attached',
  walletId: 'wal_1',
  ccyCode: 'GBP',
  collectionAccounts,
  revision: 1,
};
const favourite: ClientLedgerEvent = {
  type: 'favourite_set',
  walletId: 'wal_1',
  ccyCode: 'GBP',
  isFavourite: true,
};

describe('a client opens wallets', () => {
  it('one per currency', () => {
    given(clientLedger).when(openWallet, { walletId: 'wal_1', ccyCode: 'GBP' }).then(opened);
    given(clientLedger, opened)
      .when(openWallet, { walletId: 'wal_2', ccyCode: 'GBP' })
      .refuses('wallet_exists');
    given(clientLedger, opened)
      .when(openWallet, { walletId: 'wal_2', ccyCode: 'JPY' })
      .then({ type: 'wallet_opened', walletId: 'wal_2', ccyCode: 'JPY' });
  });

  it('that receive their collection accounts, each time that these change', () => {
    const accounts = { walletId: 'wal_1', ccyCode: 'GBP', collectionAccounts, revision: 1 };
    given(clientLedger, opened).when(attachCollectionAccounts, accounts).then(attached);
    given(clientLedger, opened, attached).when(attachCollectionAccounts, accounts).then();
    const changed = { ...attached, revision: 2, collectionAccounts: [] };
    given(clientLedger, opened, attached).when(attachCollectionAccounts, changed).then(changed);
    given(clientLedger, opened, changed).when(attachCollectionAccounts, accounts).then();
    given(clientLedger).when(attachCollectionAccounts, accounts).then();
    given(clientLedger, opened)
      .when(attachCollectionAccounts, { ...accounts, walletId: 'wal_2' })
      .then();
  });

  it('and marks favourites', () => {
    given(clientLedger, opened).when(setFavourite, { walletId: 'wal_1', isFavourite: true }).then(favourite);
    given(clientLedger, opened, favourite)
      .when(setFavourite, { walletId: 'wal_1', isFavourite: true })
      .then();
    given(clientLedger, opened, favourite)
      .when(setFavourite, { walletId: 'wal_1', isFavourite: false })
      .then({ ...favourite, isFavourite: false });
    for (const walletId of ['wal_2', 'GBP'])
      given(clientLedger, opened).when(setFavourite, { walletId, isFavourite: true }).refuses('not_found');
  });

  it('and find them by id or currency', () => {
    const state = fold(clientLedger, [opened]);
    expect(walletNamed(state, 'GBP')).toBe(walletNamed(state, 'wal_1'));
    for (const name of ['gbp', 'USD', 'wal_2', '__proto__', 'constructor', ''])
      expect(() => walletNamed(state, name)).toThrow('not_found');
  });
});
