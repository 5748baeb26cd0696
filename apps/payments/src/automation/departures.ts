import { type Currencies, cutOffBetween, settlementDate } from '@corridor/calendars';
import { type CalendarDate, dateOf, startOf, type Timestamp } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import * as Instruction from '../payment-instruction/payment-instruction.js';
import { PaymentOrders } from '../payment/payment-order.js';
import * as Payment from '../payment/payment.js';

/** Whether a payment can be sent now: not before its date, on a holiday of a currency, or after their cut-off. */
export const leavesNow = (currencies: Currencies, paymentDate: CalendarDate, now: Timestamp): boolean =>
  settlementDate(currencies, paymentDate, now) === dateOf(now);

/**
 * When a payment that is ready since then is sent: at the start of the first available date, or as long as funds are
 * missing until its cut-off.
 */
export function departureTimesOf(
  currencies: Currencies,
  paymentDate: CalendarDate,
  readySince: Timestamp,
): Timestamp[] {
  const date = settlementDate(currencies, paymentDate, readySince);
  return [startOf(date), cutOffBetween(currencies, date)];
}

/** Sends what is ready, by the calendar: nothing if it is not ready any more, or if a step is in flight. */
@Injectable()
export class Departures {
  constructor(
    private readonly orders: PaymentOrders,
    private readonly ids: Ids,
  ) {}

  async ofInstruction(id: string) {
    const sending = {
      paymentId: this.ids.next('pmt'),
      beneficiary: await this.orders.payeeOf(id),
      canExpire: true,
    };
    return Instruction.lifecycle.whenResting('send', Instruction.send, sending);
  }

  async ofPayment(id: string) {
    const beneficiary = await this.orders.payeeOf(id);
    return Payment.lifecycle.whenResting('send', Payment.send, { beneficiary });
  }
}
