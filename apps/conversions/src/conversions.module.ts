import { ServiceModule } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { ConversionController } from './conversion/conversion.controller.js';
import { RateController } from './rates/rate.controller.js';
import { RatePublisher } from './rates/rate-publisher.js';
import { RateSource } from './rates/rate-source.js';
import { SimulatedMarket } from './rates/simulated-market.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';

/** Rates and conversions. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [RateController, ConversionController, Reactions],
  providers: [RatePublisher, { provide: RateSource, useFactory: () => new SimulatedMarket() }],
})
export class ConversionsModule {}
