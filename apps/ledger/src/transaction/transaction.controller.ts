import { searches } from '@corridor/http';
import { clientLedger, walletNamed } from '../client-ledger/client-ledger.js';
import { transactions } from './transaction.view.js';

/** interface-spec 4.4 */
export const TransactionSearches = searches(transactions, {
  tag: 'Transactions',
  operation: 'searchTransactions',
  words: 'the transactions of all wallets',
});

/** interface-spec 4.4 */
export const WalletTransactionSearches = searches(transactions, {
  tag: 'Transactions',
  path: 'wallets/:idOrCcyCode/transactions',
  operation: 'searchWalletTransactions',
  words: 'the transactions of a wallet',
  within: async ({ idOrCcyCode = '' }, { client }, { store }) => {
    const { id } = walletNamed(await store.state(clientLedger, client.id), idOrCcyCode);
    return { 'wallet.id': id };
  },
});
