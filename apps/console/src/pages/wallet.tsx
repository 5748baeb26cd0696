import { useQuery } from '@tanstack/react-query';
import { Link, createRoute } from '@tanstack/react-router';
import { recordPath, recordQuery } from '../api/queries.js';
import type { Wallet } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { currencyText } from '../ui/format.js';
import { Page, Section } from '../ui/page.js';
import { listSearch } from '../ui/record-list.js';
import { Shown } from '../ui/shown.js';
import { Money } from '../ui/values.js';
import { TransactionList } from './transactions.js';

export const walletRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/wallets/$id',
  validateSearch: listSearch,
  component: WalletPage,
});

function WalletPage() {
  const { id } = walletRoute.useParams();
  const { wallets, transactions } = useTexts();
  const language = useLanguage();
  const path = recordPath('/v1/wallets', id);
  const query = useQuery(recordQuery<Wallet>(path));
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
          <Section title={transactions.title} beside={<More of={wallet} />}>
            <TransactionList path={`${path}/transactions`} />
          </Section>
          <Section title={wallets.receive}>
            <Accounts of={wallet} />
          </Section>
        </Page>
      )}
    </Shown>
  );
}

/** What else there is about its past. */
function More({ of: { ccyCode: ccy } }: { readonly of: Wallet }) {
  const { nav } = useTexts();
  return (
    <span className="actions">
      <Link to="/balance-history" search={{ ccy }}>
        {nav.balanceHistory}
      </Link>
      <Link to="/statements" search={{ ccy }}>
        {nav.statements}
      </Link>
    </span>
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
