import { queryOptions } from '@tanstack/react-query';
import { recordQuery } from '../../api/queries.js';
import type { BalanceHistory, Rate } from '../../api/records.js';
import { get } from '../../api/request.js';

/** Pairs of a request. */
const MOST_PAIRS = 100;

export const historyQuery = (days: number) => recordQuery<BalanceHistory>(`/v1/balance-history?days=${days}`);

interface Rates {
  readonly data: readonly Rate[];
  readonly meta: { readonly timestamp: string };
}

/** What the currencies are worth in another one now; those without a rate are missing. */
export const worthQuery = (currencies: readonly string[], ccyCode: string) => {
  const pairs = currencies.filter((one) => one !== ccyCode).map((one) => one + ccyCode);
  return queryOptions({
    queryKey: ['/v1/rates', 'worth', ...pairs],
    queryFn: async () => {
      const parts: Rates[] = [];
      for (let i = 0; i < pairs.length; i += MOST_PAIRS)
        parts.push(await get<Rates>(`/v1/rates?ccyPairs=${pairs.slice(i, i + MOST_PAIRS).join(',')}`));
      return { rates: parts.flatMap(({ data }) => data), asOf: parts.at(-1)?.meta.timestamp ?? null };
    },
    refetchInterval: 60_000,
  });
};
