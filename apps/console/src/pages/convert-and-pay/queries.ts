import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchQuery } from '../../api/queries.js';
import type { Beneficiary, FeePreview, PaymentDates, Quote, Rate } from '../../api/records.js';
import { type Found, getOne, postOne } from '../../api/request.js';
import { queryOf } from '../../api/search-query.js';
import type { Bearer, Order, PaymentType } from './order.js';

const LIVE_MS = 3_000;
const MOST_FOUND = 20;

/** Beneficiaries that can be paid. @param typed in their name */
export const payableQuery = (typed: string) => {
  const active = 'status == "ACTIVE"';
  const named = queryOf(typed, ['displayName']);
  return queryOptions({
    ...searchQuery<Beneficiary>('/v1/beneficiaries', {
      q: named ? `AND(${active},${named})` : active,
      limit: MOST_FOUND,
    }),
    placeholderData: keepPreviousData<Found<Beneficiary>>,
  });
};

/** What one unit of the sold currency buys now. @returns null while the market quotes no rate */
export const rateQuery = (sell: string, buy: string) =>
  queryOptions({
    queryKey: ['/v1/rates', sell, buy],
    queryFn: async () => (await getOne<readonly Rate[]>(`/v1/rates?ccyPairs=${sell}${buy}`))[0] ?? null,
    refetchInterval: LIVE_MS,
  });

/** As of now: a cut-off passes while the page is open. */
export const datesQuery = (sell: string, buy: string) =>
  queryOptions({
    queryKey: ['payment-dates', sell, buy],
    queryFn: () => {
      const today = new Date().toISOString().slice(0, 10);
      const asked = new URLSearchParams({ SellCcyCode: sell, BuyCcyCode: buy, PaymentDate: today });
      return getOne<PaymentDates>(
        `/v1/reference-data/payment-instructions/payment-dates?${asked.toString()}`,
      );
    },
    refetchInterval: 60_000,
  });

/** @param ccyCode of the payment. Neither the plan nor the fee depends on how much is paid. */
export const feeQuery = (ccyCode: string, paymentType: PaymentType, chargeType: Bearer | null) =>
  queryOptions({
    queryKey: ['/v1/payments/fee-preview', ccyCode, paymentType, chargeType],
    queryFn: () =>
      postOne<FeePreview>('/v1/payments/fee-preview', {
        ...{ kind: 'PAYMENT_INSTRUCTION', amount: { ccyCode, value: 1 }, paymentType, chargeType },
      }),
    staleTime: 60_000,
  });

/** A firm price, which is asked for once, and again only when somebody wants a new one: each answer is a quote that was made. */
export const quoteQuery = (order: Order) => {
  const { sellCcyCode, buyCcyCode, fixedSide, amount, paymentDate: valueDate } = order;
  const terms = { sellCcyCode, buyCcyCode, fixedSide, amount, valueDate };
  return queryOptions({
    queryKey: ['/v1/quotes', terms],
    queryFn: () => postOne<Quote>('/v1/quotes', terms),
    ...{ staleTime: 'static', gcTime: 0 },
  });
};
