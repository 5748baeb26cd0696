import { contract as ledger } from '@corridor/ledger-contract';
import { contract as payments } from '@corridor/payments-contract';
import { contract } from '@corridor/conversions-contract';
import type {
  ConversionResource,
  DealingLimitsResource,
  HedgeResource,
  MarginPlanResource,
  QuoteResource,
} from '@corridor/conversions-contract';
import { APPENDS, REMOVES, type Registration } from '@corridor/event-store';
import { readOverrides } from '@corridor/calendars';
import {
  calendarSettings,
  checkedBy,
  clockTurns,
  closingTurns,
  defineService,
  inHistory,
} from '@corridor/platform';
import * as Conversion from './conversion/conversion.js';
import * as Cover from './dealing/cover.js';
import { covers } from './dealing/cover.view.js';
import * as Hedge from './dealing/hedge.js';
import { hedgeView } from './dealing/hedge.view.js';
import * as Limits from './dealing/limits.js';
import { limitsView } from './dealing/limits.view.js';
import { openHedges, openTrades } from './dealing/open-trade.js';
import * as ClientMarginPlan from './margin/client-margin-plan.js';
import * as MarginPlan from './margin/margin-plan.js';
import { type Assignment, assignmentView, marginPlanView } from './margin/margin-plan.view.js';
import { conversionView } from './conversion/conversion.view.js';
import { CountedConversions1700000030003 } from './migrations/1700000030003-counted-conversions.js';
import { Conversions1700000003000 } from './migrations/1700000003000-conversions.js';
import { DueConversions1700000008000 } from './migrations/1700000008000-due-conversions.js';
import { SearchedConversions1700000010003 } from './migrations/1700000010003-searched-conversions.js';
import { TextsOfConversions1700000031003 } from './migrations/1700000031003-texts-of-conversions.js';
import { SortedConversions1700000032003 } from './migrations/1700000032003-sorted-conversions.js';
import { CountedChangesOfConversions1700000033003 } from './migrations/1700000033003-counted-changes-of-conversions.js';
import { ClockTurnsOfConversions1700000060003 } from './migrations/1700000060003-clock-turns-of-conversions.js';
import { Quotes1700000062003 } from './migrations/1700000062003-quotes.js';
import { ExpiredQuotes1700000074003 } from './migrations/1700000074003-expired-quotes.js';
import { AwaitedDeposits1700000081003 } from './migrations/1700000081003-awaited-deposits.js';
import { DealingHalts1700000140001 } from './migrations/1700000140001-dealing-halts.js';
import { Dealing1700000150001 } from './migrations/1700000150001-dealing.js';
import { Hedges1700000155001 } from './migrations/1700000155001-hedges.js';
import { Margins1700000240001 } from './migrations/1700000240001-margins.js';
import {
  publishConversion,
  publishCover,
  publishMarginPlan,
  publishMarginPlanOf,
  publishMarket,
  publishPoints,
  publishQuote,
  publishQuoteRefusal,
} from './publish.js';
import { Blotter1700000155002 } from './migrations/1700000155002-blotter.js';
import * as Points from './points/forward-points.js';
import { projectPoints } from './points/points.view.js';
import { KnownPolicyOfConversions1700000220001 } from './migrations/1700000220001-known-policy.js';
import { Forwards1700000230002 } from './migrations/1700000230002-forwards.js';
import { MovedTrades1700000230003 } from './migrations/1700000230003-moved-trades.js';
import { AwaitedFunds1700000480002 } from './migrations/1700000480002-awaited-funds.js';
import { HedgedAlone1700000500001 } from './migrations/1700000500001-hedged-alone.js';
import { DeclinedBookings1700000530001 } from './migrations/1700000530001-declined-bookings.js';
import { CountedBlotter1700000370003 } from './migrations/1700000370003-counted-blotter.js';
import { ManualPoints1700000370001 } from './migrations/1700000370001-manual-points.js';
import { ConversionsOfAllClients1700000260003 } from './migrations/1700000260003-conversions-of-all-clients.js';
import { SearchedEntries1700000530013 } from './migrations/1700000530013-searched-entries.js';
import * as QuoteRefusal from './quote/quote-refusal.js';
import * as Quote from './quote/quote.js';
import { GrantedCover1700000530071 } from './migrations/1700000530071-granted-cover.js';
import { declinedBookings } from './dealing/declined-bookings.view.js';
import { hedgedAlone } from './dealing/hedged-alone.js';
import { hedgeSettings } from './dealing/hedge-settings.js';
import { quoteSettings } from './quote/quote-settings.js';
import { quoteView } from './quote/quote.view.js';
import { projectDealing } from './rates/dealing.view.js';
import * as Market from './rates/market.js';
import { examinedMarket } from './rates/examined-market.js';
import { rateSettings } from './rates/rate-settings.js';

const conversions: Registration<Conversion.State, Conversion.Event, ConversionResource> = {
  aggregate: Conversion.conversion,
  view: conversionView,
  projections: [openTrades, declinedBookings],
  projectsJointly: true,
  archives: ({ status }) => status === 'EXCHANGED' || status === 'CANCELLED',
  publish: publishConversion,
};

const paymentCovers: Registration<Cover.State, Cover.Event, never> = {
  aggregate: Cover.paymentCover,
  projections: [covers],
  publish: publishCover,
};

const markets: Registration<Market.State, Market.Event, never> = {
  aggregate: Market.market,
  projections: [projectDealing],
  archives: () => true, // it never ends: rates of the past
  publish: publishMarket,
};

const forwardPoints: Registration<Points.State, Points.Event, never> = {
  aggregate: Points.forwardPoints,
  projections: [projectPoints],
  publish: publishPoints,
};

const quotes: Registration<Quote.State, Quote.Event, QuoteResource> = {
  aggregate: Quote.firmQuote,
  view: quoteView,
  removesRecords: true,
  archives: ({ status }) => status === 'USED' || status === 'EXPIRED',
  publish: publishQuote,
};

const quoteRefusals: Registration<object, QuoteRefusal.Event, never> = {
  aggregate: QuoteRefusal.quoteRefusal,
  publish: publishQuoteRefusal,
};

const limits: Registration<Limits.State, Limits.Event, DealingLimitsResource & { readonly id: string }> = {
  aggregate: Limits.dealingLimits,
  view: limitsView,
};

const hedges: Registration<Hedge.State, Hedge.Event, HedgeResource> = {
  aggregate: Hedge.hedge,
  view: hedgeView,
  projections: [hedgedAlone, openHedges],
};

const marginPlans: Registration<MarginPlan.State, MarginPlan.Event, MarginPlanResource> = {
  aggregate: MarginPlan.marginPlan,
  view: marginPlanView,
  publish: publishMarginPlan,
};

const clientMarginPlans: Registration<ClientMarginPlan.State, ClientMarginPlan.Event, Assignment> = {
  aggregate: ClientMarginPlan.clientMarginPlan,
  view: assignmentView,
  publish: publishMarginPlanOf,
};

export const service = defineService({
  contract,
  listensTo: [ledger, payments],
  frozenAfterLoss: ['conversion', 'hedge'],
  migrations: [
    Conversions1700000003000,
    DueConversions1700000008000,
    SearchedConversions1700000010003,
    CountedConversions1700000030003,
    TextsOfConversions1700000031003,
    SortedConversions1700000032003,
    CountedChangesOfConversions1700000033003,
    ClockTurnsOfConversions1700000060003,
    Quotes1700000062003,
    ExpiredQuotes1700000074003,
    AwaitedDeposits1700000081003,
    DealingHalts1700000140001,
    Dealing1700000150001,
    Hedges1700000155001,
    Margins1700000240001,
    Blotter1700000155002,
    KnownPolicyOfConversions1700000220001,
    Forwards1700000230002,
    MovedTrades1700000230003,
    ConversionsOfAllClients1700000260003,
    ManualPoints1700000370001,
    CountedBlotter1700000370003,
    AwaitedFunds1700000480002,
    HedgedAlone1700000500001,
    DeclinedBookings1700000530001,
    GrantedCover1700000530071,
    SearchedEntries1700000530013,
  ],
  rights: {
    conversion_count_change: REMOVES,
    quote: REMOVES,
    quote_count_change: REMOVES,
    clock_turn: REMOVES,
    open_trade: REMOVES,
    declined_booking: REMOVES,
    granted_cover: REMOVES,
    declined_cover: REMOVES,
    dealing_position_change: REMOVES,
    hedged_alone: APPENDS,
  },
  registrations: [
    conversions,
    paymentCovers,
    markets,
    forwardPoints,
    quotes,
    quoteRefusals,
    limits,
    hedges,
    marginPlans,
    clientMarginPlans,
    clockTurns,
    closingTurns,
  ],
  dated: [
    {
      what: 'rates',
      statement: `SELECT to_timestamp((state ->> 'asOfMs')::float8 / 1000) AS "on" FROM streams WHERE stream_id = 'market'`,
      oldDays: 1,
    },
  ],
  outside: examinedMarket,
  settings: [
    checkedBy(calendarSettings, ({ overrides }) => readOverrides(overrides)),
    rateSettings,
    quoteSettings,
    hedgeSettings,
  ],
  unfinished: [
    {
      kind: 'conversion',
      from: inHistory('conversion'),
      waitsFor: { BOOKED: 'its value date, its deposit, or funds' },
    },
  ],
});
