import type { Messages } from '@corridor/contracts';
import { Database } from '@corridor/event-store';
import { type Concerning, ConsumerServer, reactionsOf } from '@corridor/messaging';
import { Controller, type Type } from '@nestjs/common';

/**
 * The reactions of every service to messages about parked messages: it knows of all, so that its requests need not wait
 * for them, and handles its own again when an operator asks for it.
 */
export function parkingReactions(service: string): Type {
  const On = reactionsOf(service);

  @Controller()
  class ParkingReactions {
    constructor(
      private readonly database: Database,
      private readonly consumer: ConsumerServer,
    ) {}

    @On('corridor.message_parked', { concerns: nameOf })
    async onParked({ data, caller, occurredOn }: Concerning<'corridor.message_parked'>) {
      const { consumer, source, streamId, version, messageType, recordId, reason, isAwaited } = data;
      await this.database.query(
        `INSERT INTO parked_message (consumer, source, stream_id, version, type, record, reason, client_id,
           correlation_id, parked_on)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
        [
          ...[consumer, source, streamId, version, messageType, recordId, reason, caller.client.id],
          ...[isAwaited ? caller.correlationId : null, `${occurredOn}Z`],
        ],
      );
    }

    @On('corridor.message_redriven', { concerns: nameOf })
    onRedriven({ data }: Concerning<'corridor.message_redriven'>) {
      return this.remove(data);
    }

    @On('corridor.message_discarded', { concerns: nameOf })
    onDiscarded({ data }: Concerning<'corridor.message_discarded'>) {
      return this.remove(data);
    }

    private async remove({ consumer, source, streamId, version }: Messages['corridor.message_redriven']) {
      await this.database.query(
        'DELETE FROM parked_message WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND version = $4',
        [consumer, source, streamId, version],
      );
    }

    /** In the delivery's transaction: what operators have decided happens, also if the process ends now. */
    @On('corridor.discard_requested', {
      concerns: (data) => (data.consumer === service ? nameOf(data) : null),
    })
    async onDiscardRequested({ data }: Concerning<'corridor.discard_requested'>) {
      await this.consumer.discard(data, data.version);
      this.database.afterCommit(() => this.consumer.redrive(data));
    }

    /** After the delivery, because each waiting message is handled in a transaction with its stream's checkpoint. */
    @On('corridor.redrive_requested', { concerns: ({ consumer }) => (consumer === service ? service : null) })
    async onRedriveRequested({ data }: Concerning<'corridor.redrive_requested'>) {
      this.database.afterCommit(() => this.consumer.redrive(data));
    }
  }
  return ParkingReactions;
}

const nameOf = ({ consumer, source, streamId, version }: Messages['corridor.message_redriven']) =>
  `${consumer} ${source} ${streamId}/${version}`;
