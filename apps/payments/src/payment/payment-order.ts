import { settlementDate } from '@corridor/calendars';
import type { BeneficiaryResource, PaymentInstructionResource } from '@corridor/contracts';
import { Database, type Projection } from '@corridor/event-store';
import { type Timestamp, fromResource, referenceOf } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { snapshotOf } from '../beneficiary/beneficiary.view.js';
import { summaryOf } from '../beneficiary/summary.js';
import type { Event } from '../payment-instruction/payment-instruction.js';
import type { PaymentRail } from '../payment-rail.js';
import type { Dispatch, Terms } from './payment.js';

/** Which instruction a payment is for, from the moment on in which its money is asked for. */
export const keepPaymentOrder: Projection<Event> = async (sql, { streamId, event }) => {
  if (event.type !== 'funds_requested') return;
  await sql.query(`INSERT INTO payment_order (payment_id, payment_instruction_id) VALUES ($1, $2)`, [
    event.paymentId,
    streamId,
  ]);
};

/** All that a payment is made of, as it stands now: changes of the beneficiary up to here count. */
export interface PaymentOrder {
  readonly instruction: PaymentInstructionResource;
  readonly beneficiary: BeneficiaryResource;
}

@Injectable()
export class PaymentOrders {
  constructor(private readonly database: Database) {}

  /** Null when the id is not that of an instruction's payment. */
  async find(paymentId: string): Promise<PaymentOrder | null> {
    const [order] = await this.database.query<PaymentOrder>(
      `SELECT i.data AS instruction, b.data AS beneficiary
       FROM payment_order o
       JOIN payment_instruction i ON i.id = o.payment_instruction_id
       JOIN beneficiary b ON b.id = i.data #>> '{beneficiary,id}'
       WHERE o.payment_id = $1`,
      [paymentId],
    );
    return order ?? null;
  }
}

export interface Departure {
  readonly paymentId: string;
  readonly snapshotId: string;
  readonly now: Timestamp;
}

/** The order as the payment that it becomes, handed to the rail. */
export function carriedOut(
  { instruction, beneficiary }: PaymentOrder,
  { paymentId, snapshotId, now }: Departure,
  rail: PaymentRail,
): { terms: Terms; dispatch: Dispatch } {
  const { actualPrice, paymentDate, paymentType, chargeType, narrative, metadata } = instruction;
  if (!actualPrice) throw new Error(`${instruction.id} pays without a price`);
  const amount = fromResource(actualPrice.buyAmount);
  const swiftSubmission = rail.submit({
    paymentId,
    amount,
    instructed: fromResource(actualPrice.sellAmount),
    valueDate: settlementDate(instruction, paymentDate, now),
    orderingCustomer: instruction.client,
    beneficiary,
    narrative,
    paymentType,
    chargeType,
  });
  return {
    terms: {
      reference: referenceOf(paymentId),
      beneficiary: summaryOf(beneficiary),
      amount,
      narrative,
      paymentDate,
      paymentType,
      chargeType,
      paymentInstructionId: instruction.id,
      metadata,
    },
    dispatch: {
      snapshot: snapshotOf(beneficiary, snapshotId),
      swiftSubmission,
      conversionId: instruction.linkedConversionId,
    },
  };
}
