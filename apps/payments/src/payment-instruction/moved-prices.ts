import type { PaymentInstructionResource } from '@corridor/payments-contract';
import { type CommandContext, EventStore } from '@corridor/event-store';
import { Injectable } from '@nestjs/common';
import { Departures } from '../automation/departures.js';
import { Fills } from '../automation/fills.js';
import { goingOn } from './moved-price.js';
import type { Filling } from './or-fail.js';
import { type Event, type State, paymentInstruction } from './payment-instruction.js';

/** Agreement to a moved price, after which the instruction goes on. */
@Injectable()
export class MovedPrices {
  constructor(
    private readonly store: EventStore,
    private readonly departures: Departures,
    private readonly fills: Fills,
  ) {}

  /** The agreement and the request to fill are one transaction: it is filled once, whoever else tries to. */
  async agree<Input>(
    id: string,
    decide: (state: State, input: Input) => Event[],
    input: Input,
    command: CommandContext & { readonly response?: { as: (row: PaymentInstructionResource) => unknown } },
  ) {
    const filling = command.caller.environment === 'PRODUCTION' ? await this.filling(id) : null;
    return this.store.handle(paymentInstruction, id, goingOn(decide, input, filling), command);
  }

  /** Null for one that may not be paid any more, which the release job ends. */
  private async filling(id: string): Promise<Filling | null> {
    return (await this.departures.refusalOf(id)) ? null : this.fills.orderOf(id);
  }
}
