import { ServiceMetrics, byStatus } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

const CONVERSIONS = {
  conversions: { help: 'Conversions that are booked and not exchanged', labels: ['status'] },
  conversion_oldest_seconds: { help: 'Age of the oldest of them', labels: ['status'] },
};

/** What has not ended. */
@Injectable()
export class ConversionMetrics {
  constructor(metrics: ServiceMetrics) {
    metrics.reads('conversions', CONVERSIONS, async (sql) => {
      const { count, oldest } = await byStatus(sql, 'conversion', ['BOOKED']);
      return { conversions: count, conversion_oldest_seconds: oldest };
    });
  }
}
