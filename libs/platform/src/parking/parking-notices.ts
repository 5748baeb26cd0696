import { type Envelope, systemMessages } from '@corridor/contracts';
import type { EventStore } from '@corridor/event-store';
import type { ParkingNotices } from '@corridor/messaging';
import { discard, park, parkedMessage, redrive } from './parked-message.js';

/** The first line is for operators; the log entry has the rest. */
const MAX_REASON = 500;

/** Tells all services, in the transaction of a delivery, what its consumer has parked and what it could handle after all. */
export class StoredParkingNotices implements ParkingNotices {
  constructor(
    private readonly consumer: string,
    /** Whether requests to other services may wait for what this consumer does. */
    private readonly isAwaited: boolean,
    private readonly store: EventStore,
  ) {}

  async parked(message: Envelope, recordId: string | null, reason: string): Promise<void> {
    if (isAboutMessages(message)) return; // nobody is told of those that tell
    const [firstLine = ''] = reason.split('\n');
    const parked = {
      ...this.nameOf(message),
      messageType: message.type,
      recordId,
      reason: firstLine.slice(0, MAX_REASON),
      isAwaited: this.isAwaited,
    };
    await this.store.handle(parkedMessage, idOf(parked), (state) => park(state, parked), causedBy(message));
  }

  async redriven(message: Envelope): Promise<void> {
    if (isAboutMessages(message)) return;
    const name = this.nameOf(message);
    await this.store.handle(parkedMessage, idOf(name), (state) => redrive(state, name), causedBy(message));
  }

  async discarded(message: Envelope): Promise<void> {
    if (isAboutMessages(message)) return;
    const name = this.nameOf(message);
    await this.store.handle(parkedMessage, idOf(name), (state) => discard(state, name), causedBy(message));
  }

  private nameOf({ source, streamId, version }: Envelope) {
    return { consumer: this.consumer, source, streamId, version };
  }
}

const causedBy = ({ id, caller }: Envelope) => ({ caller: { ...caller, causationId: id } });

const isAboutMessages = ({ type }: Envelope) => Object.hasOwn(systemMessages, type);

const idOf = ({ consumer, source, streamId, version }: ReturnType<StoredParkingNotices['nameOf']>) =>
  `${consumer} ${source} ${streamId}/${version}`;
