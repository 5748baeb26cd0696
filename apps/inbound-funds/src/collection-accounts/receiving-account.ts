import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import type { Projection } from '@corridor/event-store';
import type { AccountsEvent } from './collection-accounts.js';

/** The account details for senders, per wallet, by which received money is assigned to its client. */
export interface ReceivingAccount {
  readonly receivingAccountNumber: string;
  readonly receivingAccountIban: string | null;
}

/** The local account if there is one; the IBAN belongs to the same account. */
export function receivingAccountOf(accounts: readonly CollectionAccountResource[]) {
  const [first] = accounts;
  if (!first) throw new RangeError('a wallet has at least one collection account');
  const sameAccount = accounts.find(
    ({ accountNumber, accountNumberType }) =>
      accountNumberType === 'IBAN' && accountNumber.endsWith(first.accountNumber),
  );
  return {
    routingCode: first.routingCode,
    receivingAccountNumber: first.accountNumber,
    receivingAccountIban: sameAccount?.accountNumber ?? null,
  };
}

/** The account with an IBAN for all currencies. */
export function internationalAccountOf({ collectionAccounts }: AccountsEvent): ReceivingAccount | null {
  const account = collectionAccounts.find(({ paymentType }) => paymentType === 'PRIORITY');
  if (!account) return null;
  return { receivingAccountNumber: account.accountNumber, receivingAccountIban: account.accountNumber };
}

export const projectReceivingAccount: Projection<AccountsEvent> = (sql, recorded) => {
  for (const { event, caller } of recorded) {
    if (event.type === 'awaited') continue;
    const account = receivingAccountOf(event.collectionAccounts);
    sql.write(
      `INSERT INTO receiving_account (wallet_id, client_id, ccy_code, routing_code, account_number, iban)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (wallet_id) DO UPDATE SET routing_code = excluded.routing_code,
       account_number = excluded.account_number, iban = excluded.iban`,
      [
        event.walletId,
        caller.client.id,
        event.ccyCode,
        account.routingCode,
        account.receivingAccountNumber,
        account.receivingAccountIban,
      ],
    );
  }
};
