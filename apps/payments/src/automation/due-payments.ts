import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import { Database, EventStore } from '@corridor/event-store';
import { type Caller, dateOf, outcomeOf, type Timestamp } from '@corridor/kernel';
import { DueWork, earliestAfter } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { outcomeOfSend, paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { payment } from '../payment/payment.js';
import { Departures, departureTimesOf, leavesNow } from './departures.js';

type Instruction = Pick<
  PaymentInstructionResource,
  'id' | 'sellCcyCode' | 'buyCcyCode' | 'paymentDate' | 'statusHistory'
>;
type OwnPayment = Pick<PaymentResource, 'id' | 'amount' | 'paymentDate' | 'statusHistory'>;

/** What waits for its date. */
interface Ready {
  readonly id: string;
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly paymentDate: string;
  readonly since: Timestamp;
}

const readySince = (statusHistory: Instruction['statusHistory'] | OwnPayment['statusHistory']): Timestamp =>
  statusHistory.at(-1)?.occurredOn ?? '';

/** SANDBOX: what the test clock of a client does with its payments, as `PaymentReleaseJob` in PRODUCTION. */
@Injectable()
export class DuePayments extends DueWork {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly departures: Departures,
  ) {
    super();
  }

  override async carryOut(caller: Caller, at: Timestamp): Promise<void> {
    const { id: clientId } = caller.client;
    const leaves = (one: Ready) => one.paymentDate <= dateOf(at) && leavesNow(one, one.paymentDate, at);
    await this.each((await this.instructions(clientId)).filter(leaves), async (id) => {
      const decide = await this.departures.ofInstruction(id, caller);
      await this.store.handleAndSettle(paymentInstruction, id, decide, { caller, outcome: outcomeOfSend });
    });
    await this.each((await this.payments(clientId)).filter(leaves), async (id) => {
      const decide = await this.departures.ofPayment(id);
      await this.store.handleAndSettle(payment, id, decide, { caller, outcome: outcomeOf });
    });
  }

  override async nextAfter(at: Timestamp, clientId: string): Promise<Timestamp | null> {
    const ready = [...(await this.instructions(clientId)), ...(await this.payments(clientId))];
    return earliestAfter(
      at,
      ready.flatMap((one) => departureTimesOf(one, one.paymentDate, one.since)),
    );
  }

  private async instructions(clientId: string): Promise<Ready[]> {
    const rows = await this.waiting<Instruction>('payment_instruction', 'FILLED', clientId);
    return rows.map((one) => ({ ...one, since: readySince(one.statusHistory) }));
  }

  private async payments(clientId: string): Promise<Ready[]> {
    const rows = await this.waiting<OwnPayment>('payment', 'READY_TO_SEND', clientId);
    const authorised = rows.filter(({ statusHistory }) => statusHistory.at(-1)?.subStatus === 'AUTHORISED');
    return authorised.map(({ id, amount: { ccyCode }, paymentDate, statusHistory }) => ({
      id,
      sellCcyCode: ccyCode,
      buyCcyCode: ccyCode,
      paymentDate,
      since: readySince(statusHistory),
    }));
  }

  /** The earliest payment date first. */
  private async waiting<Row>(
    table: 'payment_instruction' | 'payment',
    status: string,
    clientId: string,
  ): Promise<Row[]> {
    const rows = await this.database.query<{ data: Row }>(
      `SELECT data FROM ${table} WHERE client_id = $1 AND data ->> 'status' = $2
       ORDER BY data ->> 'paymentDate', id`,
      [clientId, status],
    );
    return rows.map(({ data }) => data);
  }
}
