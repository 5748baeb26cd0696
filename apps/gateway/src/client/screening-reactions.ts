import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { block, client } from './client.js';

const On = reactionsOf('gateway');

const ofClient = ({ subject: { type, id } }: Messages['screening.blocked']) =>
  type === 'CLIENT' ? id : null;

/** A client that screening has blocked is suspended. */
@Controller()
export class ScreeningReactions {
  constructor(private readonly store: EventStore) {}

  @On('screening.blocked', { concerns: ofClient })
  async onBlocked({ data: { screeningId }, recordId, caller }: Concerning<'screening.blocked'>) {
    const reason = `Blocked by ${screeningId}`;
    await this.store.handle(client, recordId, (state) => block(state, { reason }), { caller });
  }
}
