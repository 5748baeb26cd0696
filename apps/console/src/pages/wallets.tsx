import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WalletSummary } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { commands } from '../ui/commands.js';
import { currencyText } from '../ui/format.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Money } from '../ui/values.js';

export const walletsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/wallets',
  validateSearch: listSearch,
  component: Wallets,
});

function Wallets() {
  const { wallets, home } = useTexts();
  const language = useLanguage();
  const columns = useMemo(
    (): readonly Column<WalletSummary>[] => [
      {
        place: 'main',
        header: wallets.currency,
        cell: ({ id, ccyCode }) => (
          <Link to="/wallets/$id" params={{ id }}>
            {currencyText(ccyCode, language)}
          </Link>
        ),
      },
      { place: 'amount', header: wallets.balance, cell: ({ balance }) => <Money of={balance} /> },
      {
        place: 'extra',
        header: wallets.pending,
        cell: ({ pendingBalance }) => <Money of={pendingBalance} />,
      },
    ],
    [wallets, language],
  );
  return (
    <Page title={wallets.title}>
      <RecordList
        label={wallets.title}
        path="/v1/wallets"
        columns={columns}
        words={['ccyCode']}
        example='balance.value > "0"'
        empty={<Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />}
      />
    </Page>
  );
}
