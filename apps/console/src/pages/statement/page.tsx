import './statement.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { searchQuery } from '../../api/queries.js';
import type { WalletSummary } from '../../api/records.js';
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
  const { nav, home } = useTexts();
  const asked = route.useSearch();
  const query = useQuery(searchQuery<WalletSummary>('/v1/wallets', { limit: MOST_WALLETS }));
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Page title={nav.statements}>
      <Shown query={query}>
        {({ data }) => {
          const usual = data.find(({ isFavourite }) => isFavourite) ?? data[0];
          if (!usual)
            return <Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />;
          const of = { ccy: usual.ccyCode, ...periodOf('thisMonth', today), ...asked };
          return (
            <>
              <Choice key={JSON.stringify(of)} of={of} wallets={data} today={today} />
              <Stated of={of} />
            </>
          );
        }}
      </Shown>
    </Page>
  );
}
