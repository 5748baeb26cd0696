import { type PlatformSettings, Readiness, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { DeliveryTrigger } from './delivery-trigger.js';

/** Reports a Redis that does not respond: without it a sweep finds what is due. */
@Injectable()
export class RedisHealth {
  constructor(
    @Inject(platformSettings.KEY) { redisUrl }: PlatformSettings,
    trigger: DeliveryTrigger,
    readiness: Readiness,
  ) {
    if (redisUrl !== null) readiness.reports('redis', () => trigger.ping());
  }
}
