import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import { EventStore } from '@corridor/event-store';
import { type Aggregate, type Caller, Clock, type DomainEvent, type Staged, nowOf } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { payment } from '../payment/payment.js';
import { Departures, leavesNow } from './departures.js';

export type FilledInstruction = Pick<
  PaymentInstructionResource,
  'id' | 'client' | 'sellCcyCode' | 'buyCcyCode' | 'paymentDate'
>;
export type ApprovedPayment = Pick<PaymentResource, 'id' | 'client' | 'amount' | 'paymentDate'>;

/**
 * PRODUCTION: sends what leaves now, however often it is told to, and by however many processes. Each method responds whether it has done
 * nothing because a step was in flight.
 */
@Injectable()
export class Releases {
  constructor(
    private readonly store: EventStore,
    private readonly departures: Departures,
    private readonly clock: Clock,
  ) {}

  async ofInstruction(one: FilledInstruction, caller: Caller): Promise<boolean> {
    if (!leavesNow(one, one.paymentDate, nowOf(this.clock))) return false;
    const decide = await this.departures.ofInstruction(one.id, caller);
    return this.handle(paymentInstruction, one.id, decide, caller);
  }

  async ofPayment(
    { id, amount: { ccyCode }, paymentDate }: ApprovedPayment,
    caller: Caller,
  ): Promise<boolean> {
    const currencies = { sellCcyCode: ccyCode, buyCcyCode: ccyCode };
    if (!leavesNow(currencies, paymentDate, nowOf(this.clock))) return false;
    const decide = await this.departures.ofPayment(id, caller);
    return this.handle(payment, id, decide, caller);
  }

  private async handle<State extends Staged, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: (state: State) => readonly Event[],
    caller: Caller,
  ): Promise<boolean> {
    let isInFlight = false;
    const decideAndTell = (state: State) => {
      isInFlight = Boolean(state.step);
      return decide(state);
    };
    await this.store.handle(aggregate, id, decideAndTell, { caller });
    return isInFlight;
  }
}
