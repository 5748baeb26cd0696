import { useQuery } from '@tanstack/react-query';
import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { recordQuery } from '../api/queries.js';
import type { Transaction, Wallet } from '../api/records.js';
import { pathOfRecord } from '../shell/places.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { commands } from '../ui/commands.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { currencyText } from '../ui/format.js';
import { Empty } from '../ui/notice.js';
import { Page, Section } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Shown } from '../ui/shown.js';
import { Moment, Money } from '../ui/values.js';

export const walletRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/wallets/$id',
  validateSearch: listSearch,
  component: WalletPage,
});

function WalletPage() {
  const { id } = walletRoute.useParams();
  const { wallets } = useTexts();
  const language = useLanguage();
  const query = useQuery(recordQuery<Wallet>(`/v1/wallets/${id}`));
  return (
    <Shown query={query}>
      {(wallet) => (
        <Page
          title={currencyText(wallet.ccyCode, language)}
          above={<Link to="/wallets">{wallets.title}</Link>}
          beside={
            <strong>
              <Money of={wallet.balance} />
            </strong>
          }
        >
          <Section title={wallets.transactions}>
            <Transactions id={id} />
          </Section>
          <Section title={wallets.receive}>
            <Accounts of={wallet} />
          </Section>
        </Page>
      )}
    </Shown>
  );
}

function Transactions({ id }: { readonly id: string }) {
  const { wallets, field, action } = useTexts();
  const columns = useMemo(
    (): readonly Column<Transaction>[] => [
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
      { place: 'extra', header: field.date, cell: ({ createdOn }) => <Moment of={createdOn} /> },
    ],
    [field, action],
  );
  return (
    <RecordList
      label={wallets.transactions}
      path={`/v1/wallets/${id}/transactions`}
      columns={columns}
      words={['relatedEntity.reference']}
      example='direction == "DEBIT"'
      empty={
        <Empty
          title={wallets.noTransactions}
          detail={wallets.noTransactionsDetail}
          command={commands.credit}
        />
      }
    />
  );
}

/** What to tell somebody who is to pay into the wallet. */
function Accounts({ of: { collectionAccounts } }: { readonly of: Wallet }) {
  const { wallets, field, accountNumberType, routingCodeType } = useTexts();
  const open = collectionAccounts.filter(({ retiredOn }) => retiredOn === null);
  if (open.length === 0) return <p className="minor">{wallets.noAccounts}</p>;
  return (
    <ul className="accounts">
      {open.map((account) => (
        <li key={account.id}>
          <Facts
            of={[
              [field.accountHolder, account.accountHolderName],
              [
                accountNumberType[account.accountNumberType],
                <Copied text={account.accountNumber} label={accountNumberType[account.accountNumberType]} />,
              ],
              [
                account.routingCodeType ? routingCodeType[account.routingCodeType] : '',
                account.routingCode && (
                  <Copied text={account.routingCode} label={account.routingCodeType ?? ''} />
                ),
              ],
              [field.bank, account.bankName],
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
