import { EventCarrier, KafkaCarrier } from '@corridor/messaging';
import { Injectable } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Reports a broker that does not respond. Without it a service accepts commands, and its messages wait. */
@Injectable()
export class BrokerHealth {
  constructor(carrier: EventCarrier, readiness: Readiness) {
    if (carrier instanceof KafkaCarrier) readiness.reports('broker', () => carrier.ping());
  }
}
