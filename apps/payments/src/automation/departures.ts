import { type Currencies, cutOffBetween, settlementDate } from '@corridor/calendars';
import { type CalendarDate, type Caller, dateOf, startOf, type Timestamp } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import type { Policy } from '@corridor/payments-contract';
import { refusalsOf } from '../policy/payment-policy.js';
import { Policies } from '../policy/policies.js';
import { sendOrFail as sendInstructionOrFail } from '../payment-instruction/or-fail.js';
import * as Instruction from '../payment-instruction/payment-instruction.js';
import { sendOrFail as sendPaymentOrFail } from '../payment/or-fail.js';
import { PaymentOrders } from '../payment/payment-order.js';
import * as Payment from '../payment/payment.js';
import { permanentObstacleOf } from '../route.js';
import { Clearance, type Departing } from '../screening/clearance.js';
import { NOT_PAYABLE } from '../screening/outcome.js';

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

interface Attempt {
  /** Whether it is tried, or only ended. */
  readonly isDue: boolean;
  /** In PRODUCTION: it is asked first whether the money can leave. */
  readonly needsCover: boolean;
}
const AT_ONCE: Attempt = { isDue: true, needsCover: false };

/**
 * Sends what is ready, by the calendar: nothing if it is not ready any more, if a step is in flight, or while screening has
 * not cleared it. What would go to an archived beneficiary, or to a country that is refused since it was created, ends.
 */
@Injectable()
export class Departures {
  constructor(
    private readonly orders: PaymentOrders,
    private readonly ids: Ids,
    private readonly clearance: Clearance,
    private readonly policies: Policies,
  ) {}

  async ofInstruction(id: string, caller: Caller, { isDue, needsCover }: Attempt = AT_ONCE) {
    const { lifecycle, reject } = Instruction;
    const beneficiary = await this.orders.payeeOf(id);
    const policy = await this.policies.now();
    const sending = {
      paymentId: this.ids.nextFor('pmt', { caller }),
      beneficiary,
      policy,
      canExpire: true,
      needsCover,
      isDue,
    };
    if (isRefused(beneficiary, policy)) return lifecycle.whenResting('send', reject, { reason: NOT_PAYABLE });
    if (isDue && !(await this.isClear({ type: 'PAYMENT_INSTRUCTION', id }, beneficiary, caller)))
      return () => [];
    return lifecycle.whenResting('send', sendInstructionOrFail, sending);
  }

  /** The end of an instruction that may not be paid any more, before it is filled; otherwise null. */
  async refusalOf(id: string) {
    const { lifecycle, reject } = Instruction;
    if (!isRefused(await this.orders.payeeOf(id), await this.policies.now())) return null;
    return lifecycle.whenResting('fill', reject, { reason: NOT_PAYABLE });
  }

  async ofPayment(id: string, caller: Caller, { isDue, needsCover }: Attempt = AT_ONCE) {
    const { lifecycle, fail } = Payment;
    const beneficiary = await this.orders.payeeOf(id);
    const policy = await this.policies.now();
    if (isRefused(beneficiary, policy))
      return lifecycle.whenResting('send', fail, { reason: NOT_PAYABLE, deduction: null });
    if (isDue && !(await this.isClear({ type: 'PAYMENT', id }, beneficiary, caller))) return () => [];
    return lifecycle.whenResting('send', sendPaymentOrFail, {
      ...{ beneficiary, policy, isDue },
      coverFor: needsCover ? id : undefined,
    });
  }

  /** Tells whether a record to a beneficiary ends instead of being sent. */
  async ending(): Promise<(to: BeneficiaryResource | null) => boolean> {
    const policy = await this.policies.now();
    return (to) => isRefused(to, policy) || permanentObstacleOf(to) !== null;
  }

  /** One that ends need not be clear. */
  private async isClear(record: Departing, to: BeneficiaryResource | null, caller: Caller): Promise<boolean> {
    return to === null || (await this.ending())(to) || this.clearance.isClear(record, to, caller);
  }
}

const isRefused = (to: BeneficiaryResource | null, policy: Policy): boolean =>
  to !== null && refusalsOf(to, policy).length > 0;
