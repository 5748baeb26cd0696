import './statement.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { recordQuery, searchQuery } from '../../api/queries.js';
import type { BalanceHistory, WalletSummary } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { commands } from '../../ui/commands.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Choice } from './choice.js';
import { periodOf } from './period.js';
import { Stated } from './stated.js';

const route = getRouteApi('/signed-in/statements');
const MOST_WALLETS = 200;

/** What moved in a wallet in a period, with the balances before and after, to look at and to download. */
export function Statements() {
  const { nav } = useTexts();
  const query = useQuery(searchQuery<WalletSummary>('/v1/wallets', { limit: MOST_WALLETS }));
  // In a sandbox, the clock of the client may be ahead of that of the browser.
  const ofToday = useQuery(recordQuery<BalanceHistory>('/v1/balance-history?days=1'));
  return (
    <Page title={nav.statements}>
      <Shown query={query}>
        {({ data }) => <Shown query={ofToday}>{({ to }) => <OfWallets wallets={data} today={to} />}</Shown>}
      </Shown>
    </Page>
  );
}

interface Props {
  readonly wallets: readonly WalletSummary[];
  readonly today: string;
}

function OfWallets({ wallets, today }: Props) {
  const { home } = useTexts();
  const asked = route.useSearch();
  const usual = wallets.find(({ isFavourite }) => isFavourite) ?? wallets[0];
  if (!usual) return <Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />;
  const of = { ccy: usual.ccyCode, ...periodOf('thisMonth', today), ...asked };
  return (
    <>
      <Choice key={JSON.stringify(of)} of={of} wallets={wallets} today={today} />
      <Stated of={of} />
    </>
  );
}
