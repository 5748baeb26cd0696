import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { refuse } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent } from './client-ledger.js';

export interface OpenWallet {
  /** Becomes the wallet's id. */
  walletId: string;
  ccyCode: string;
}

export function openWallet(
  { wallets, isClosed }: ClientLedger,
  { walletId, ccyCode }: OpenWallet,
): ClientLedgerEvent[] {
  if (isClosed) throw refuse('client_closed');
  if (wallets[ccyCode]) throw refuse('wallet_exists', `The client has a ${ccyCode} wallet.`);
  return [{ type: 'wallet_opened', walletId, ccyCode }];
}

export interface AttachCollectionAccounts {
  walletId: string;
  ccyCode: string;
  collectionAccounts: readonly CollectionAccountResource[];
  revision: number;
}

/** All accounts of the wallet, as of the last revision; those of an unknown wallet are ignored. */
export function attachCollectionAccounts(
  { wallets }: ClientLedger,
  { walletId, ccyCode, collectionAccounts, revision }: AttachCollectionAccounts,
): ClientLedgerEvent[] {
  const wallet = wallets[ccyCode];
  if (wallet?.id !== walletId || wallet.accountsRevision >= revision) return [];
  return [{ type: 'collection_accounts_attached', walletId, ccyCode, collectionAccounts, revision }];
}

export interface SetFavourite {
  walletId: string;
  isFavourite: boolean;
}

export function setFavourite(
  { wallets }: ClientLedger,
  { walletId, isFavourite }: SetFavourite,
): ClientLedgerEvent[] {
  const found = Object.entries(wallets).find(([, { id }]) => id === walletId);
  if (!found) throw refuse('not_found');
  const [ccyCode, wallet] = found;
  return wallet.isFavourite === isFavourite
    ? []
    : [{ type: 'favourite_set', walletId, ccyCode, isFavourite }];
}
