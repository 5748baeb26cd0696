import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { type CalendarDate, Clock, dateOf, nowOf, type Timestamp } from '@corridor/kernel';
import { Ids, Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { fillOrFail } from '../payment-instruction/or-fail.js';
import { lifecycle, paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { payment } from '../payment/payment.js';
import { Departures, leavesNow } from './departures.js';

/** How often the job checks instructions and payments that wait for their date, for funds or for a declined fill. */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;

type Instruction = Pick<
  PaymentInstructionResource,
  'id' | 'client' | 'sellCcyCode' | 'buyCcyCode' | 'paymentDate'
>;
type OwnPayment = Pick<PaymentResource, 'id' | 'client' | 'amount' | 'paymentDate'>;

/** Waiting records by status; the conditions match those of the partial indexes. */
const waitingIn = {
  ACKNOWLEDGED: `payment_instruction WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')`,
  FILLED: `payment_instruction WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')`,
  READY_TO_SEND: `payment WHERE data ->> 'status' = 'READY_TO_SEND'`,
};

type Status = keyof typeof waitingIn;
type Waiting<In extends Status> = In extends 'READY_TO_SEND' ? OwnPayment : Instruction;

/**
 * PRODUCTION: sends filled instructions and approved payments when their date has come, and retries while funds are
 * missing. What would go to an archived beneficiary, or to a country that is refused since it was created, ends.
 */
@Injectable()
export class PaymentReleaseJob extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly orders: PaymentOrders,
    private readonly departures: Departures,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  /** Any number of replicas may run it: steps in flight are skipped by the others. */
  async turn(): Promise<void> {
    const now = nowOf(this.clock);
    await this.forEach('ACKNOWLEDGED', '9999-12-31', (one) => this.fill(one, now));
    await this.forEach('FILLED', dateOf(now), (one) => this.sendWhenDue(one, now));
    await this.forEach('READY_TO_SEND', dateOf(now), (one) => this.sendPaymentWhenDue(one, now));
  }

  /** One that fails does not delay the others. */
  private async forEach<In extends Status>(
    status: In,
    until: CalendarDate,
    move: (one: Waiting<In>) => Promise<unknown>,
  ): Promise<void> {
    for (let page = await this.waiting(status, until, ''); page.length > 0;) {
      for (const one of page) await move(one).catch((error: unknown) => this.log.error(error, one.id));
      page = await this.waiting(status, until, page.at(-1)?.id ?? '');
    }
  }

  /** What is refused since it was created is not bought first. */
  private async fill({ id, client }: Instruction, now: Timestamp) {
    const caller = systemCaller('PRODUCTION', client, id);
    const refusal = await this.departures.refusalOf(id);
    if (refusal) return this.store.handle(paymentInstruction, id, refusal, { caller });
    const order = {
      conversionId: this.ids.next('con'),
      now,
      atIndicativePrice: false,
      beneficiary: await this.orders.payeeOf(id),
    };
    const decide = lifecycle.whenResting('fill', fillOrFail, order);
    return this.store.handle(paymentInstruction, id, decide, { caller });
  }

  /** Not on a holiday of one of its currencies, and not after their cut-off. */
  private async sendWhenDue(one: Instruction, now: Timestamp): Promise<void> {
    if (leavesNow(one, one.paymentDate, now)) await this.send(one);
  }

  private async sendPaymentWhenDue(one: OwnPayment, now: Timestamp): Promise<void> {
    const { ccyCode } = one.amount;
    const currencies = { sellCcyCode: ccyCode, buyCcyCode: ccyCode };
    if (leavesNow(currencies, one.paymentDate, now)) await this.sendPayment(one);
  }

  private async send({ id, client }: Instruction) {
    const caller = systemCaller('PRODUCTION', client, id);
    const decide = await this.departures.ofInstruction(id, caller);
    return this.store.handle(paymentInstruction, id, decide, { caller });
  }

  private async sendPayment({ id, client }: OwnPayment) {
    const caller = systemCaller('PRODUCTION', client, id);
    const decide = await this.departures.ofPayment(id, caller);
    return this.store.handle(payment, id, decide, { caller });
  }

  /** Of all clients, the oldest first. */
  private async waiting<In extends Status>(
    status: In,
    until: CalendarDate,
    after: string,
  ): Promise<Waiting<In>[]> {
    const rows = await this.database.query<{ data: Waiting<In> }>(
      `SELECT data FROM ${waitingIn[status]}
         AND data ->> 'status' = $1 AND data ->> 'paymentDate' <= $2 AND id > $3
       ORDER BY id LIMIT ${PAGE}`,
      [status, until, after],
    );
    return rows.map(({ data }) => data);
  }
}
