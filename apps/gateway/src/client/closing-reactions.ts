import { EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { CLOSING_OWNER } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { ApiKeys } from '../api-key/api-keys.js';
import { client } from './client.js';
import { endClosing } from './closing.js';

const On = reactionsOf(CLOSING_OWNER);

/** Ends an attempt to close a client when all services have answered; if nothing was in the way, also its API keys. */
@Controller()
export class ClosingReactions {
  constructor(
    private readonly store: EventStore,
    private readonly keys: ApiKeys,
  ) {}

  @On('corridor.client_closing', {
    concerns: ({ service }) => (service === CLOSING_OWNER ? 'closing' : null),
  })
  async onAnswered({ data, caller }: Concerning<'corridor.client_closing'>) {
    const { id } = caller.client;
    await this.store.handle(client, id, (state) => endClosing(state, data), { caller });
    if (data.obstacles.length === 0)
      await this.keys.exclusively(id, (sql) => this.keys.revokeAllOf(sql, caller));
  }
}
