import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { payment } from '../payment/payment.js';
import { Departures, leavesNow } from './departures.js';

export type FilledInstruction = Pick<
  PaymentInstructionResource,
  'id' | 'client' | 'sellCcyCode' | 'buyCcyCode' | 'paymentDate'
>;
export type ApprovedPayment = Pick<PaymentResource, 'id' | 'client' | 'amount' | 'paymentDate'>;

/** PRODUCTION: sends what leaves now, however often it is told to, and by however many processes. */
@Injectable()
export class Releases {
  constructor(
    private readonly store: EventStore,
    private readonly departures: Departures,
    private readonly clock: Clock,
  ) {}

  async ofInstruction(one: FilledInstruction, caller: Caller): Promise<void> {
    if (!leavesNow(one, one.paymentDate, nowOf(this.clock))) return;
    const decide = await this.departures.ofInstruction(one.id, caller);
    await this.store.handle(paymentInstruction, one.id, decide, { caller });
  }

  async ofPayment({ id, amount: { ccyCode }, paymentDate }: ApprovedPayment, caller: Caller): Promise<void> {
    const currencies = { sellCcyCode: ccyCode, buyCcyCode: ccyCode };
    if (!leavesNow(currencies, paymentDate, nowOf(this.clock))) return;
    const decide = await this.departures.ofPayment(id, caller);
    await this.store.handle(payment, id, decide, { caller });
  }
}
