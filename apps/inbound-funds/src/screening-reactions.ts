import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { asSystem } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import {
  type InboundFunds,
  goOn,
  inboundFunds,
  lifecycle,
  reject,
  requestScreening,
} from './inbound-funds/inbound-funds.js';

const On = reactionsOf('inbound-funds');

const ofSender = ({ subject: { type, id } }: Messages['screening.cleared']) =>
  type === 'SENDER' ? id : null;

/** What is credited at once is not screened: PRODUCTION has no such funds. */
const ofWaiting = ({ resource, isCreditedAtOnce }: Messages['inbound_funds.pending']) =>
  isCreditedAtOnce ? null : resource.id;

/** PRODUCTION: money is credited, or pulled, once its sender is cleared, and returned, or not pulled, if the sender is blocked. */
@Controller()
export class ScreeningReactions {
  constructor(private readonly store: EventStore) {}

  @On('inbound_funds.pending', { concerns: ofWaiting })
  async onPending({ recordId, caller }: Concerning<'inbound_funds.pending'>) {
    await this.store.handle(inboundFunds, recordId, lifecycle.whenResting('credit', requestScreening), {
      caller,
    });
  }

  @On('screening.cleared', { concerns: ofSender })
  async onCleared({ data: { client }, recordId, caller: by }: Concerning<'screening.cleared'>) {
    const caller = asSystem(by, client);
    await this.store.handle(inboundFunds, recordId, lifecycle.whenResting('credit', goOn), {
      caller,
    });
  }

  @On('screening.blocked', { concerns: ofSender })
  async onBlocked({ data: { client }, recordId, caller: by }: Concerning<'screening.blocked'>) {
    const caller = asSystem(by, client);
    const decide = lifecycle.whenResting('reject', (state: InboundFunds) =>
      reject(state, { reason: isToBePulled(state) ? NOT_PULLED : NOT_ACCEPTED }),
    );
    await this.store.handle(inboundFunds, recordId, decide, { caller });
  }
}

/** The client sees it: it must not tell that, or whom, somebody has looked for. */
const NOT_ACCEPTED = 'The money cannot be accepted, and goes back to its sender.';
const NOT_PULLED = 'The money cannot be accepted, and is not pulled.';
const isToBePulled = (state: InboundFunds) =>
  state.status !== 'NEW' && state.receipt.pulledFrom !== undefined && !state.isSettled;
