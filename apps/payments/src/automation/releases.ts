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

/** What came of it: a step was in flight, so nothing was done; it was tried, or has ended; or it cannot leave now. */
export type Tried = 'in flight' | 'tried' | 'stays';

/**
 * PRODUCTION: sends what leaves now, however often it is told to, and by however many processes. What is not due ends if it can never be
 * sent, and is not tried.
 */
@Injectable()
export class Releases {
  constructor(
    private readonly store: EventStore,
    private readonly departures: Departures,
    private readonly clock: Clock,
  ) {}

  async ofInstruction(one: FilledInstruction, caller: Caller, isDue = true): Promise<Tried> {
    if (!leavesNow(one, one.paymentDate, nowOf(this.clock))) return 'stays';
    const decide = await this.departures.ofInstruction(one.id, caller, { isDue, needsCover: true });
    return this.handle(paymentInstruction, one.id, decide, caller);
  }

  async ofPayment(
    { id, amount: { ccyCode }, paymentDate }: ApprovedPayment,
    caller: Caller,
    isDue = true,
  ): Promise<Tried> {
    const currencies = { sellCcyCode: ccyCode, buyCcyCode: ccyCode };
    if (!leavesNow(currencies, paymentDate, nowOf(this.clock))) return 'stays';
    const decide = await this.departures.ofPayment(id, caller, { isDue, needsCover: true });
    return this.handle(payment, id, decide, caller);
  }

  private async handle<State extends Staged, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: (state: State) => readonly Event[],
    caller: Caller,
  ): Promise<Tried> {
    let tried: Tried = 'stays';
    const decideAndTell = (state: State) => {
      const events = decide(state);
      tried = state.step ? 'in flight' : events.length > 0 ? 'tried' : 'stays';
      return events;
    };
    await this.store.handle(aggregate, id, decideAndTell, { caller });
    return tried;
  }
}
