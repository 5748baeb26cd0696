import type { Caller } from '@corridor/kernel';
import type { OpenedWallet } from './collection-accounts.js';
import type { Route } from './routes.js';

/** The port to those who issue the accounts on which wallets receive money: a bank or a provider. */
export abstract class CollectionAccountSource {
  abstract readonly isSimulated: boolean;

  /**
   * The accounts of a wallet, local ones first. It runs in the transaction that records them, so an account is taken if and only
   * if it is recorded, and nothing that leaves the house can be asked here. A wallet that asks again gets the same ones, or another one
   * for each that is retired.
   * @returns none if the wallet needs none; null if there are none yet: the source remembers the wallet, which then waits
   */
  abstract accountsFor(wallet: OpenedWallet, caller: Caller): Promise<readonly Route[] | null>;
}
