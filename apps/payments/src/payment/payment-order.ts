import { settlementDate } from '@corridor/calendars';
import type {
  BeneficiaryResource,
  PaymentInstructionResource,
  PaymentResource,
} from '@corridor/payments-contract';
import { Database, type Projection } from '@corridor/event-store';
import { type Caller, type Money, type Timestamp, fromResource, referenceOf, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { snapshotOf } from '../beneficiary/beneficiary.view.js';
import { summaryOf } from '../beneficiary/summary.js';
import type * as PaymentInstruction from '../payment-instruction/payment-instruction.js';
import type { PaymentRail } from '../rail/payment-rail.js';
import { swiftSubmissionOf } from '../rail/swift-submission.js';
import { creditorOf } from '../submission/creditor.js';
import * as Payment from './payment.js';

/**
 * The instruction of a payment, and its beneficiary as of the request of the funds, including changes up to then.
 * Orders from before beneficiaries were stored here use the current beneficiary.
 */
export const keepInstructionOrder: Projection<PaymentInstruction.Event> = (sql, recorded) => {
  const orders = recorded.flatMap(({ streamId, event }) =>
    asksForMoney(event) ? [{ streamId, ...event }] : [],
  );
  if (orders.length === 0) return;
  sql.write(
    `INSERT INTO payment_order (payment_id, payment_instruction_id, beneficiary)
     SELECT * FROM unnest($1::text[], $2::text[], $3::json[]) ON CONFLICT DO NOTHING`,
    [
      orders.map(({ paymentId }) => paymentId),
      orders.map(({ streamId }) => streamId),
      orders.map(({ beneficiary }) => beneficiary && JSON.stringify(beneficiary)),
    ],
  );
};

type Asking = {
  readonly type: 'cover_requested' | 'transfers_requested' | 'exchange_requested' | 'funds_requested';
};

const asksForMoney = (event: PaymentInstruction.Event): event is PaymentInstruction.Event & Asking =>
  ['cover_requested', 'transfers_requested', 'exchange_requested', 'funds_requested'].includes(event.type);

/** The same for a payment without an instruction. After a decline it is stored again. */
export const keepPaymentOrder: Projection<Payment.Event> = (sql, recorded) => {
  const orders = new Map(
    recorded.flatMap(({ streamId, event }) =>
      event.type === 'cover_requested' || event.type === 'funds_requested'
        ? [[streamId, JSON.stringify(event.beneficiary)]]
        : [],
    ),
  );
  if (orders.size === 0) return;
  sql.write(
    `INSERT INTO payment_order (payment_id, beneficiary) SELECT * FROM unnest($1::text[], $2::json[])
     ON CONFLICT (payment_id) DO UPDATE SET beneficiary = excluded.beneficiary`,
    [[...orders.keys()], [...orders.values()]],
  );
};

/** The data from which a payment is created. */
export interface PaymentOrder {
  /** Null for a payment without an instruction. */
  readonly instruction: PaymentInstructionResource | null;
  /** Null for the payment of an instruction, which is about to be created. */
  readonly payment: PaymentResource | null;
  readonly beneficiary: BeneficiaryResource;
}

@Injectable()
export class PaymentOrders {
  constructor(private readonly database: Database) {}

  /** Null if no funds were requested under this id for a payment. */
  async find(paymentId: string): Promise<PaymentOrder | null> {
    const [order] = await this.database.query<PaymentOrder>(
      `SELECT i.data AS instruction, p.data AS payment, coalesce(o.beneficiary, b.data) AS beneficiary
       FROM payment_order o
       LEFT JOIN payment_instruction i ON i.id = o.payment_instruction_id
       LEFT JOIN payment p ON p.id = o.payment_id
       LEFT JOIN beneficiary b ON b.id = i.data #>> '{beneficiary,id}'
       WHERE o.payment_id = $1`,
      [paymentId],
    );
    return order ?? null;
  }

  /** The current beneficiary of a client's instruction. @throws Refusal not_found */
  async payeeFor(
    instructionId: string,
    { client }: Pick<Caller, 'client'>,
  ): Promise<BeneficiaryResource | null> {
    const [found] = await this.database.query<{ beneficiary: BeneficiaryResource | null }>(
      `SELECT b.data AS beneficiary
       FROM payment_instruction i LEFT JOIN beneficiary b ON b.id = i.data #>> '{beneficiary,id}'
       WHERE i.id = $1 AND i.client_id = $2`,
      [instructionId, client.id],
    );
    if (!found) throw refuse('not_found');
    return found.beneficiary;
  }

  /** The current beneficiary of an instruction or a payment; null if there is no such record. */
  async payeeOf(id: string): Promise<BeneficiaryResource | null> {
    return (await this.payeeWithStatus(id))?.beneficiary ?? null;
  }

  /** The same, and null if it waits for a checker. */
  async payeeUnlessAwaited(id: string): Promise<BeneficiaryResource | null> {
    const found = await this.payeeWithStatus(id);
    return found && found.authorisation !== 'AWAITING_AUTHORISATION' ? found.beneficiary : null;
  }

  private async payeeWithStatus(id: string) {
    const [found] = await this.database.query<{
      beneficiary: BeneficiaryResource;
      authorisation: string | null;
    }>(
      `SELECT b.data AS beneficiary, o.data #>> '{authorisation,status}' AS authorisation
       FROM (SELECT data FROM payment_instruction WHERE id = $1 UNION ALL SELECT data FROM payment WHERE id = $1) o
       JOIN beneficiary b ON b.id = o.data #>> '{beneficiary,id}'`,
      [id],
    );
    return found ?? null;
  }
}

export interface Departure {
  readonly paymentId: string;
  readonly now: Timestamp;
  /** The funding conversion shows the payment already. */
  readonly isLinked: boolean;
}

/** The id of the snapshot of a payment's beneficiary: known before the payment is made. */
export const snapshotIdOf = (paymentId: string): string => paymentId.replace(/^pmt_/, 'bss_');

/** The next step of a payment whose funds are taken: it is sent, and the rail has to submit it. */
export function carriedOut(order: PaymentOrder, departure: Departure, rail: PaymentRail) {
  const { instruction, payment, beneficiary } = order;
  if (instruction) {
    const way = madeOf(instruction, beneficiary, departure, rail);
    return (state: Payment.State) => Payment.pay(state, way);
  }
  if (!payment) throw new Error(`${departure.paymentId} is the payment of nobody`);
  const amount = fromResource(payment.amount);
  const dispatch = dispatched(payment, { amount, instructed: amount, beneficiary }, departure, rail, null);
  return (state: Payment.State) => Payment.fundsTaken(state, dispatch);
}

/** The payment of an instruction. */
function madeOf(
  instruction: PaymentInstructionResource,
  beneficiary: BeneficiaryResource,
  departure: Departure,
  rail: PaymentRail,
): Payment.PaidOrder {
  const { actualPrice, fee, paymentDate, paymentType, chargeType, narrative, metadata } = instruction;
  if (!actualPrice) throw new Error(`${instruction.id} pays without a price`);
  const [amount, instructed] = [fromResource(actualPrice.buyAmount), fromResource(actualPrice.sellAmount)];
  const paid = { amount, instructed, beneficiary };
  return {
    terms: {
      reference: referenceOf(departure.paymentId),
      beneficiary: summaryOf(beneficiary),
      amount,
      narrative,
      ...Payment.defaults,
      paymentDate,
      paymentType,
      chargeType,
      paymentInstructionId: instruction.id,
      metadata,
    },
    fee: fee && fromResource(fee),
    dispatch: dispatched(instruction, paid, departure, rail, instruction.linkedConversionId),
  };
}

function dispatched(
  order: Pick<PaymentResource, 'client' | 'narrative' | 'paymentDate' | 'paymentType' | 'chargeType'>,
  paid: { readonly amount: Money; readonly instructed: Money; readonly beneficiary: BeneficiaryResource },
  { paymentId, now, isLinked }: Departure,
  rail: PaymentRail,
  conversionId: string | null,
): Payment.Dispatch {
  const { client, narrative, paymentDate, paymentType, chargeType } = order;
  const currencies = { sellCcyCode: paid.instructed.ccyCode, buyCcyCode: paid.amount.ccyCode };
  const transfer = {
    ...paid,
    paymentId,
    valueDate: settlementDate(currencies, paymentDate, now),
    orderingCustomer: client,
    narrative,
    paymentType,
    chargeType,
  };
  const snapshot = snapshotOf(paid.beneficiary, snapshotIdOf(paymentId));
  const { valueDate } = transfer;
  const creditor = creditorOf(paid.beneficiary);
  return {
    snapshot,
    swiftSubmission: swiftSubmissionOf(transfer, rail),
    submission: rail.isSimulated ? null : { valueDate, instructed: paid.instructed, creditor },
    conversionId,
    isLinked,
  };
}
