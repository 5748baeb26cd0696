import type { PaymentInstructionResource } from '@corridor/payments-contract';
import { type CommandContext, EventStore } from '@corridor/event-store';
import { Clock, nowOf } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { Departures } from '../automation/departures.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { goingOn } from './moved-price.js';
import type { Filling } from './or-fail.js';
import { type Event, type State, paymentInstruction } from './payment-instruction.js';

/** Agreement to a moved price, after which the instruction goes on. */
@Injectable()
export class MovedPrices {
  constructor(
    private readonly store: EventStore,
    private readonly orders: PaymentOrders,
    private readonly departures: Departures,
    private readonly ids: Ids,
    private readonly clock: Clock,
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
    if (await this.departures.refusalOf(id)) return null;
    return {
      conversionId: this.ids.next('con'),
      now: nowOf(this.clock),
      atIndicativePrice: false,
      beneficiary: await this.orders.payeeOf(id),
    };
  }
}
