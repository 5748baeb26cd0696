import { useQuery } from '@tanstack/react-query';
import { Link, createRoute } from '@tanstack/react-router';
import { searchQuery } from '../api/queries.js';
import type { Instruction, WalletSummary } from '../api/records.js';
import { signedInRoute, useIdentity } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { amountText } from '../ui/format.js';
import { commands } from '../ui/commands.js';
import { Empty } from '../ui/notice.js';
import { Page, Section } from '../ui/page.js';
import { RecordTable } from '../ui/record-table.js';
import { Shown } from '../ui/shown.js';
import { Money } from '../ui/values.js';
import { NoInstructions, useInstructionColumns } from './instructions.js';

export const homeRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/', component: Home });

const LATEST = 8;

function Home() {
  const { nav } = useTexts();
  const { permissions } = useIdentity();
  return (
    <Page title={nav.home}>
      {permissions.includes('wallets:read') && <Balances />}
      {permissions.includes('payment-instructions:read') && <Latest />}
    </Page>
  );
}

function Latest() {
  const { home } = useTexts();
  const columns = useInstructionColumns();
  const query = useQuery(searchQuery<Instruction>('/v1/payment-instructions', { limit: LATEST }));
  return (
    <Section title={home.latest} beside={<Link to="/payment-instructions">{home.all}</Link>}>
      <Shown query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <RecordTable label={home.latest} columns={columns} rows={data} />
          ) : (
            <NoInstructions />
          )
        }
      </Shown>
    </Section>
  );
}

function Balances() {
  const { home, nav } = useTexts();
  const query = useQuery(searchQuery<WalletSummary>('/v1/wallets', { limit: 200 }));
  return (
    <Section title={home.balances} beside={<Link to="/balance-history">{nav.balanceHistory}</Link>}>
      <Shown query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className="balances">
              {data.toSorted(byFavour).map((wallet) => (
                <Balance key={wallet.id} of={wallet} />
              ))}
            </ul>
          ) : (
            <Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />
          )
        }
      </Shown>
    </Section>
  );
}

/** Favourites first, then by currency. */
const byFavour = (a: WalletSummary, b: WalletSummary) =>
  Number(b.isFavourite) - Number(a.isFavourite) || a.ccyCode.localeCompare(b.ccyCode);

function Balance({ of: { id, balance, pendingBalance } }: { readonly of: WalletSummary }) {
  const { home } = useTexts();
  const language = useLanguage();
  return (
    <li>
      <Link to="/wallets/$id" params={{ id }}>
        <Money of={balance} />
        {pendingBalance.value !== 0 && (
          <span className="minor">{home.pending(amountText(pendingBalance, language))}</span>
        )}
      </Link>
    </li>
  );
}
