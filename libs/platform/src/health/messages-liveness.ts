import { EventCarrier } from '@corridor/messaging';
import { Injectable } from '@nestjs/common';
import { Liveness } from './liveness.js';

/** The consumers of all services of this process. */
@Injectable()
export class MessagesLiveness {
  constructor(carrier: EventCarrier, liveness: Liveness) {
    liveness.watch('consumers', () => carrier.silentMs());
  }
}
