import type {
  BeneficiaryResource,
  PaymentInstructionResource,
  PaymentResource,
} from '@corridor/payments-contract';
import { Database, EventStore } from '@corridor/event-store';
import {
  type Caller,
  type Money,
  type MoneyResource,
  dateOf,
  fromResource,
  outcomeOf,
  type Timestamp,
} from '@corridor/kernel';
import { DueWork, earliestAfter, needsOf } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { outcomeOfSend, paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { payment } from '../payment/payment.js';
import { Departures, departureTimesOf, leavesNow } from './departures.js';

type Instruction = Pick<
  PaymentInstructionResource,
  'id' | 'sellCcyCode' | 'buyCcyCode' | 'actualPrice' | 'fee' | 'paymentDate' | 'statusHistory'
>;
type OwnPayment = Pick<PaymentResource, 'id' | 'amount' | 'fee' | 'paymentDate' | 'statusHistory'>;

/** What waits for its date. */
interface Ready {
  readonly id: string;
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly paymentDate: string;
  readonly since: Timestamp;
  /** The amounts without which it cannot be sent; none if it does not depend on them. */
  readonly needs: readonly Money[];
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
    await this.eachFunded(
      (await this.instructions(clientId)).filter(leaves),
      'insufficient_funds',
      async (id) => {
        const decide = await this.departures.ofInstruction(id, caller);
        await this.store.handleAndSettle(paymentInstruction, id, decide, { caller, outcome: outcomeOfSend });
      },
    );
    await this.eachFunded(
      (await this.payments(clientId)).filter(leaves),
      'insufficient_funds',
      async (id) => {
        const decide = await this.departures.ofPayment(id, caller);
        await this.store.handleAndSettle(payment, id, decide, { caller, outcome: outcomeOf });
      },
    );
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
    const ends = await this.departures.ending();
    return rows.map(({ data, beneficiary }) => ({
      ...data,
      since: readySince(data.statusHistory),
      needs: ends(beneficiary) ? [] : neededBy(data),
    }));
  }

  private async payments(clientId: string): Promise<Ready[]> {
    const rows = await this.waiting<OwnPayment>('payment', 'READY_TO_SEND', clientId);
    const ends = await this.departures.ending();
    const isAuthorised = ({ data: { statusHistory } }: (typeof rows)[number]) =>
      statusHistory.at(-1)?.subStatus === 'AUTHORISED';
    return rows.filter(isAuthorised).map(({ data, beneficiary }) => {
      const { id, amount, fee, paymentDate, statusHistory } = data;
      return {
        id,
        sellCcyCode: amount.ccyCode,
        buyCcyCode: amount.ccyCode,
        paymentDate,
        since: readySince(statusHistory),
        needs: ends(beneficiary) ? [] : inWallets(amount, fee),
      };
    });
  }

  /** The earliest payment date first. */
  private waiting<Row>(
    table: 'payment_instruction' | 'payment',
    status: string,
    clientId: string,
  ): Promise<{ readonly data: Row; readonly beneficiary: BeneficiaryResource | null }[]> {
    return this.database.query(
      `SELECT one.data, beneficiary.data AS beneficiary
       FROM ${table} AS one LEFT JOIN beneficiary ON beneficiary.id = one.data #>> '{beneficiary,id}'
       WHERE one.client_id = $1 AND one.data ->> 'status' = $2
       ORDER BY one.data ->> 'paymentDate', one.id`,
      [clientId, status],
    );
  }
}

/** One that converts may need money of either currency. */
const neededBy = ({ sellCcyCode, buyCcyCode, actualPrice, fee }: Instruction): readonly Money[] =>
  actualPrice && sellCcyCode === buyCcyCode ? inWallets(actualPrice.sellAmount, fee) : [];

const inWallets = (amount: MoneyResource, fee: MoneyResource | null): readonly Money[] =>
  needsOf(fromResource(amount), fee && fromResource(fee));
