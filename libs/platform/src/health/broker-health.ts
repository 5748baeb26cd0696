import { refuse } from '@corridor/kernel';
import { EventCarrier, KafkaCarrier, kafkaRefusal } from '@corridor/messaging';
import { Injectable } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Reports a broker that does not respond. Without it a service accepts commands, and its messages wait. */
@Injectable()
export class BrokerHealth {
  constructor(carrier: EventCarrier, readiness: Readiness) {
    if (carrier instanceof KafkaCarrier) readiness.reports('broker', () => carrier.ping().catch(explain));
  }
}

function explain(error: unknown): never {
  const why = kafkaRefusal(error);
  throw why ? refuse('unavailable', why) : error;
}
