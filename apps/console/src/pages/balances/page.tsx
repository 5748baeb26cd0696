import './balances.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BalanceHistory, Rate } from '../../api/records.js';
import { useIdentity } from '../../shell/signed-in.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { commands } from '../../ui/commands.js';
import { Chosen } from '../../ui/fields.js';
import { currencyText, decimalsOf } from '../../ui/format.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { Course } from './course.js';
import { historyQuery, worthQuery } from './queries.js';
import { RANGES } from './route.js';
import { seriesOf, totalOf } from './series.js';
import { useBalanceTexts } from './texts.js';
import { Worth } from './worth.js';

const route = getRouteApi('/signed-in/balance-history');

/** What the wallets had at the end of each day: one of them, or all in the base currency. */
export function Balances() {
  const { ccy, days = RANGES[1] } = route.useSearch();
  const { nav } = useTexts();
  const query = useQuery(historyQuery(days));
  return (
    <Page title={nav.balanceHistory}>
      <Shown query={query}>
        {(history) =>
          history.wallets.some(({ openingBalance, changes }) => openingBalance.value || changes.length) ? (
            <>
              <Choice of={history} ccy={ccy} days={days} />
              {ccy === undefined ? <Total of={history} /> : <Single of={history} ccyCode={ccy} />}
            </>
          ) : (
            <NoMovement />
          )
        }
      </Shown>
    </Page>
  );
}

interface ChoiceProps {
  readonly of: BalanceHistory;
  readonly ccy: string | undefined;
  readonly days: number;
}

function Choice({ of: { wallets }, ccy, days }: ChoiceProps) {
  const texts = useBalanceTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { baseCcy } = useIdentity().client.settings;
  const show = (next: { ccy?: string | undefined; days: number }) =>
    void navigate({
      to: '/balance-history',
      search: { days: next.days, ...(next.ccy && { ccy: next.ccy }) },
    });
  return (
    <div className="choice-bar">
      <Chosen
        label={texts.shown}
        value={ccy ?? ''}
        options={[
          ['', texts.all(baseCcy)],
          ...wallets.map(
            ({ ccyCode }) => [ccyCode, `${ccyCode} – ${currencyText(ccyCode, language)}`] as const,
          ),
        ]}
        onChange={(next) => show({ ccy: next, days })}
      />
      <Chosen
        label={texts.range}
        value={String(days)}
        options={RANGES.map((range) => [String(range), texts.days(range)] as const)}
        onChange={(next) => show({ ccy, days: Number(next) })}
      />
    </div>
  );
}

function Single({ of, ccyCode }: { readonly of: BalanceHistory; readonly ccyCode: string }) {
  const { home } = useTexts();
  const series = useMemo(() => seriesOf(of, ccyCode), [of, ccyCode]);
  return series ? (
    <Course of={series} />
  ) : (
    <Empty title={home.noWallets} detail={home.noWalletsDetail} command={commands.wallet} />
  );
}

function Total({ of }: { readonly of: BalanceHistory }) {
  const { baseCcy } = useIdentity().client.settings;
  const query = useQuery(
    worthQuery(
      of.wallets.map(({ ccyCode }) => ccyCode),
      baseCcy,
    ),
  );
  return (
    <Shown query={query}>
      {({ rates, asOf }) => <Valued of={of} rates={rates} asOf={asOf} baseCcy={baseCcy} />}
    </Shown>
  );
}

interface ValuedProps {
  readonly of: BalanceHistory;
  readonly rates: readonly Rate[];
  readonly asOf: string | null;
  readonly baseCcy: string;
}

function Valued({ of, rates, asOf, baseCcy }: ValuedProps) {
  const series = useMemo(() => totalOf(of, rates, baseCcy, decimalsOf(baseCcy)), [of, rates, baseCcy]);
  return (
    <>
      <Course of={series} />
      {asOf !== null && <Worth of={of} rates={rates} asOf={asOf} baseCcy={baseCcy} />}
    </>
  );
}

function NoMovement() {
  const texts = useBalanceTexts();
  return <Empty title={texts.noMovement} detail={texts.noMovementDetail} command={commands.credit} />;
}
