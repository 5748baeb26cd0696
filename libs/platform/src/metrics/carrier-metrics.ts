import { EventCarrier } from '@corridor/messaging';
import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics.js';

const LAG = {
  consumer_lag_messages: {
    help: 'Messages that a source has published and the consumer has not processed',
    labels: ['source'],
  },
};
const DELIVERED = {
  consumer_last_delivery_timestamp_seconds: {
    help: 'When the consumer has last gone on in the messages of a source: it has handled or skipped some',
    labels: ['source'],
  },
};
const RESTORED = {
  consumer_database_restored_timestamp_seconds: {
    help: 'When the consumer has last read again what Kafka had delivered and its database does not know: it was restored',
  },
};

/** How far the consumers of this process are behind. Their label `service` is the name of the consumer group. */
@Injectable()
export class CarrierMetrics {
  constructor(carrier: EventCarrier, metrics: Metrics) {
    if (!carrier.isHere) return;
    metrics.readsOfAll('consumer lag', LAG, 'process', async () => ({
      consumer_lag_messages: (await carrier.lags()).map(({ consumer: service, source, messages: value }) => ({
        ...{ service, source },
        value,
      })),
    }));
    metrics.readsOfAll('deliveries', DELIVERED, 'memory', () => ({
      consumer_last_delivery_timestamp_seconds: carrier.moved.map(({ consumer: service, source, at }) => ({
        ...{ service, source },
        value: at.getTime() / 1000,
      })),
    }));
    metrics.readsOfAll('restored databases', RESTORED, 'memory', () => ({
      consumer_database_restored_timestamp_seconds: carrier.restored.map(({ consumer: service, at }) => ({
        service,
        value: at.getTime() / 1000,
      })),
    }));
  }
}
