import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { block, client, release } from './client.js';

const On = reactionsOf('gateway');

const ofClient = ({ subject: { type, id } }: Pick<Messages['screening.blocked'], 'subject'>) =>
  type === 'CLIENT' ? id : null;

/** A client that screening has blocked is suspended, and is not resumed before the case is cleared. */
@Controller()
export class ScreeningReactions {
  constructor(private readonly store: EventStore) {}

  @On('screening.blocked', { concerns: ofClient })
  async onBlocked({ data, recordId, caller }: Concerning<'screening.blocked'>) {
    await this.store.handle(client, recordId, (state) => block(state, data), { caller });
  }

  @On('screening.cleared', { concerns: ofClient })
  async onCleared({ data, recordId, caller }: Concerning<'screening.cleared'>) {
    await this.store.handle(client, recordId, (state) => release(state, data), { caller });
  }
}
