import { camt053 } from '@corridor/iso20022';
import { type Timestamp, fromResource, negate } from '@corridor/kernel';
import type { StatementResource, TransactionResource } from '@corridor/ledger-contract';

const nobody = {
  ...{ name: '', address: null },
  account: { iban: null, number: null },
  agent: { bic: null, clearing: null, name: null, country: null },
};

/** The statement as a bank would send it, camt.053.001.08: the wallet is the account, and each transaction is a booking with its id. */
export function camt053Of(statement: StatementResource, now: Timestamp): string {
  const { wallet, from, to, openingBalance, closingBalance, transactions } = statement;
  const days = [from, to].map((day) => day.replaceAll('-', '')).join('-');
  const id = `${wallet.id.slice(-16)}-${days}`;
  return camt053({ messageId: id, createdOn: `${now.slice(0, 19)}Z` }, [
    {
      ...{ id, account: wallet.id, ccyCode: wallet.ccyCode, number: null, period: { from, to } },
      balances: [
        { type: 'OPBD', amount: fromResource(openingBalance), date: from },
        { type: 'CLBD', amount: fromResource(closingBalance), date: to },
      ],
      entries: transactions.map(entryOf),
    },
  ]);
}

function entryOf({
  id,
  signedAmount,
  sortDate,
  triggeredByAction,
  relatedEntity,
  reason,
}: TransactionResource): Parameters<typeof camt053>[1][number]['entries'][number] {
  const amount = fromResource(signedAmount);
  const isDebit = amount.minor < 0n;
  const day = sortDate.slice(0, 10);
  const text = [relatedEntity.details.description, reason].filter(Boolean).join(': ');
  return {
    direction: isDebit ? 'DEBIT' : 'CREDIT',
    amount: isDebit ? negate(amount) : amount,
    ...{ status: 'BOOKED', isReversal: false, bookedOn: day, valueDate: day },
    ...{ bankReference: id, reference: relatedEntity.reference, uetr: null },
    ...{ party: nobody, ultimateParty: null, virtualAccount: null, remittance: text },
    ...{ returnReason: null, isReturn: triggeredByAction === 'PAYMENT_FAILURE', transactions: 1 },
  };
}
