import type { PaymentInstructionResource } from '@corridor/payments-contract';
import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { Margins } from '../margins.js';
import { isAwaited } from '../payment-instruction/new-price.js';
import { type Filling, fillAgainOrFail, fillOrFail } from '../payment-instruction/or-fail.js';
import { lifecycle, paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { Rates } from '../rates.js';
import { Departures } from './departures.js';

export type AcknowledgedInstruction = Pick<PaymentInstructionResource, 'id' | 'client' | 'newPrice'>;

/** PRODUCTION: buys what instructions pay, at the market. */
@Injectable()
export class Fills {
  constructor(
    private readonly store: EventStore,
    private readonly orders: PaymentOrders,
    private readonly departures: Departures,
    private readonly rates: Rates,
    private readonly margins: Margins,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** What `fill` needs. */
  async orderOf(id: string): Promise<Filling> {
    return {
      conversionId: this.ids.next('con'),
      now: nowOf(this.clock),
      atIndicativePrice: false,
      beneficiary: await this.orders.payeeOf(id),
    };
  }

  async first(id: string, caller: Caller): Promise<void> {
    const decide = lifecycle.whenResting('fill', fillOrFail, await this.orderOf(id));
    await this.store.handle(paymentInstruction, id, decide, { caller });
  }

  /** What was declined before. What is refused since it was created is not bought first. @param isDue whether it is tried, too */
  async again(one: AcknowledgedInstruction, caller: Caller, isDue: boolean): Promise<void> {
    const { id } = one;
    const refusal = await this.departures.refusalOf(id);
    const decide =
      refusal ??
      lifecycle.whenResting('fill', fillAgainOrFail, {
        ...(await this.orderOf(id)),
        market: isAwaited(one) ? await this.marketFor(caller) : null,
        isDue,
      });
    await this.store.handle(paymentInstruction, id, decide, { caller });
  }

  private async marketFor({ client }: Caller) {
    return { ...(await this.rates.now()), plan: await this.margins.planOf(client.id) };
  }
}
