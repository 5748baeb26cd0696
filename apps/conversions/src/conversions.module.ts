import { startCalendars } from '@corridor/calendars';
import { Clock, type Environment } from '@corridor/kernel';
import {
  type PlatformSettings,
  ServiceModule,
  answersClosings,
  calendarsAtStart,
  followsTestClocks,
  platformSettings,
} from '@corridor/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { DateChangeController } from './conversion/date-change.controller.js';
import { ConversionMetrics } from './conversion/conversion-metrics.js';
import { ConversionSimulatorsController } from './conversion/conversion-simulators.controller.js';
import {
  ConversionController,
  ConversionRecords,
  ConversionVersions,
  ConversionSearches,
} from './conversion/conversion.controller.js';
import { Credit } from './dealing/credit.js';
import { CoverReactions } from './dealing/cover-reactions.js';
import { DeclinedBookings } from './dealing/declined-bookings.js';
import { DeclinedCovers } from './dealing/declined-covers.js';
import { HedgesOfDay } from './dealing/hedged-alone.js';
import { FundsReactions } from './dealing/funds-reactions.js';
import { HedgeController, HedgeSearches } from './dealing/hedge.controller.js';
import { LimitsController } from './dealing/limits.controller.js';
import { BlotterSearches, PositionController } from './dealing/position.controller.js';
import { DepositHealth } from './dealing/deposit-health.js';
import { TopUps } from './dealing/top-ups.js';
import { DueConversions } from './due-conversions.js';
import { DueDates } from './due-dates.js';
import { QuoteExpiry } from './quote/quote-expiry.js';
import { QuoteRetention } from './quote/quote-retention.js';
import { QuoteController, QuoteRecords, QuoteSearches } from './quote/quote.controller.js';
import { DealingController, HaltSearches, ManualRateSearches } from './rates/dealing.controller.js';
import { DealingDesk } from './rates/dealing-desk.js';
import { KnownPolicy } from './rates/known-policy.js';
import { ClientMarginPlanController } from './margin/client-margin-plan.controller.js';
import { MarginPlanController, MarginPlanSearches } from './margin/margin-plan.controller.js';
import { Margins } from './margin/margins.js';
import { LiveRates } from './rates/live-rates.js';
import { RateController } from './rates/rate.controller.js';
import { RatePublisher } from './rates/rate-publisher.js';
import { ManualPointsSearches, PointsController } from './points/points.controller.js';
import { PointsPublisher } from './points/points-publisher.js';
import { PointsSource } from './points/points-source.js';
import { type RateSettings, rateSettings } from './rates/rate-settings.js';
import { RateSource } from './rates/rate-source.js';
import { ratesFrom } from './rates/rates-from.js';
import { RatesHealth } from './rates/rates-health.js';
import { RatesMetrics } from './rates/rates-metrics.js';
import { Reactions } from './reactions.js';
import { CalendarController } from './reference-data/calendar.controller.js';
import { ReferenceDataController } from './reference-data/reference-data.controller.js';
import { SearchFieldController } from './search-fields/search-field.controller.js';
import { service } from './service.js';

/** Rates, quotes, conversions, and reference data of currencies, countries and calendars. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    RateController,
    DealingController,
    HaltSearches,
    ManualRateSearches,
    PointsController,
    ManualPointsSearches,
    ConversionController,
    DateChangeController,
    ConversionSearches,
    ConversionRecords,
    ConversionVersions,
    QuoteController,
    QuoteSearches,
    QuoteRecords,
    LimitsController,
    PositionController,
    BlotterSearches,
    HedgeController,
    HedgeSearches,
    MarginPlanController,
    MarginPlanSearches,
    ClientMarginPlanController,
    SearchFieldController,
    ReferenceDataController,
    CalendarController,
    Reactions,
    answersClosings('conversions', [{ table: 'conversion', noun: 'conversion', statuses: ['BOOKED'] }]),
  ],
  providers: [
    LiveRates,
    Margins,
    Credit,
    HedgesOfDay,
    RatePublisher,
    PointsPublisher,
    DealingDesk,
    QuoteExpiry,
    QuoteRetention,
    RatesHealth,
    RatesMetrics,
    ConversionMetrics,
    KnownPolicy,
    calendarsAtStart(startCalendars),
    {
      provide: PointsSource,
      useFactory: (settings: RateSettings, clock: Clock, { environment }: PlatformSettings) =>
        new PointsSource(settings, clock, environment),
      inject: [rateSettings.KEY, Clock, platformSettings.KEY],
    },
    { provide: RateSource, useFactory: ratesFrom, inject: [rateSettings.KEY, Clock] },
  ],
})
export class ConversionsModule {
  /**
   * In PRODUCTION the calendar advances conversions, in the SANDBOX the client, also by its test clock; if the class itself is imported,
   * nothing does.
   */
  static in(environment: Environment): DynamicModule {
    if (environment === 'PRODUCTION')
      return {
        module: ConversionsModule,
        controllers: [FundsReactions, CoverReactions],
        providers: [DueDates, TopUps, DepositHealth, DeclinedBookings, DeclinedCovers],
      };
    const { controllers, providers } = followsTestClocks('conversions', DueConversions);
    return {
      module: ConversionsModule,
      controllers: [ConversionSimulatorsController, ...controllers],
      providers,
    };
  }
}
