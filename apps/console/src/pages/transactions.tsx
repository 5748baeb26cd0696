import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Transaction } from '../api/records.js';
import { pathOfRecord } from '../shell/places.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { commands } from '../ui/commands.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Moment, Money } from '../ui/values.js';

export const transactionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/transactions',
  validateSearch: listSearch,
  component: Transactions,
});

function Transactions() {
  const { transactions, nav } = useTexts();
  return (
    <Page title={transactions.title} beside={<Link to="/statements">{nav.statements}</Link>}>
      <TransactionList path="/v1/transactions" />
    </Page>
  );
}

/** @param path of those of all wallets, or of one */
export function TransactionList({ path }: { readonly path: string }) {
  const { transactions } = useTexts();
  const columns = useTransactionColumns();
  return (
    <RecordList
      label={transactions.title}
      path={path}
      columns={columns}
      words={['relatedEntity.reference', 'reason']}
      example='direction == "DEBIT"'
      empty={<Empty title={transactions.none} detail={transactions.noneDetail} command={commands.credit} />}
    />
  );
}

/** Each leads to what has moved the money. */
export function useTransactionColumns(): readonly Column<Transaction>[] {
  const { field, action } = useTexts();
  return useMemo(
    () => [
      {
        place: 'main',
        header: field.description,
        cell: ({ relatedEntity, triggeredByAction }) => {
          const path = pathOfRecord(relatedEntity.id);
          const text = action[triggeredByAction];
          return path === null ? text : <Link to={path}>{text}</Link>;
        },
      },
      { place: 'amount', header: field.amount, cell: ({ signedAmount }) => <Money of={signedAmount} /> },
      { place: 'minor', header: field.reference, cell: ({ relatedEntity }) => relatedEntity.reference },
      { place: 'status', header: field.balance, cell: ({ balance }) => <Money of={balance} /> },
      { place: 'extra', header: field.date, cell: ({ sortDate }) => <Moment of={sortDate} /> },
    ],
    [field, action],
  );
}
