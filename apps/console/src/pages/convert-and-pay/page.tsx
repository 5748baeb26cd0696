import './convert-and-pay.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { recordPath, recordQuery, searchQuery } from '../../api/queries.js';
import type { Beneficiary, WalletSummary } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { commands } from '../../ui/commands.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { type Draft, type Order, usualWallet } from './order.js';
import { Review } from './review.js';
import { Terms } from './terms.js';
import { useConvertAndPayTexts } from './texts.js';

const route = getRouteApi('/signed-in/convert-and-pay');
const MOST_WALLETS = 200;

/** A payment instruction in two steps: its terms, then a firm price for them. */
export function ConvertAndPay() {
  const { sell, to } = route.useSearch();
  const wallets = useQuery(searchQuery<WalletSummary>('/v1/wallets', { limit: MOST_WALLETS }));
  const beneficiary = useQuery({
    ...recordQuery<Beneficiary>(recordPath('/v1/beneficiaries', to ?? '')),
    enabled: to !== undefined,
  });
  return (
    <Shown query={wallets}>
      {({ data }) => {
        if (data.length === 0) return <NoWallets />;
        if (to === undefined) return <Steps wallets={data} draft={begun(data, null, sell)} />;
        return (
          <Shown query={beneficiary}>
            {(one) => <Steps wallets={data} draft={begun(data, one, sell)} />}
          </Shown>
        );
      }}
    </Shown>
  );
}

function NoWallets() {
  const { nav, home } = useTexts();
  return (
    <Page title={nav.convertAndPay}>
      <Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />
    </Page>
  );
}

/** From the wallet of the address, or else from the usual one. */
function begun(wallets: readonly WalletSummary[], beneficiary: Beneficiary | null, sell?: string): Draft {
  return {
    sellCcyCode: sell ?? usualWallet(wallets, beneficiary),
    beneficiary,
    fixedSide: 'SELL',
    amount: '',
    paymentType: 'REGULAR',
    bearer: 'SHARED',
    paymentDate: null,
    narrative: '',
  };
}

interface StepsProps {
  readonly wallets: readonly WalletSummary[];
  readonly draft: Draft;
}

function Steps({ wallets, draft: begun }: StepsProps) {
  const { nav } = useTexts();
  const { review } = useConvertAndPayTexts();
  const [draft, setDraft] = useState(begun);
  const [order, setOrder] = useState<Order | null>(null);
  if (order)
    return (
      <Page key="review" title={review.title}>
        <Review order={order} onBack={() => setOrder(null)} />
      </Page>
    );
  return (
    <Page key="terms" title={nav.convertAndPay}>
      <Terms wallets={wallets} draft={draft} onChange={setDraft} onReview={setOrder} />
    </Page>
  );
}
