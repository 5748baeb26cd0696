import type { Messages } from '@corridor/contracts';
import { asSystem, fromResource } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { Awaited, leftToTheJob } from './awaited.js';
import { Fills } from './fills.js';
import { Releases } from './releases.js';

const On = reactionsOf('payments');

/** Null for the payment of an instruction, which is sent already, and for one that is suspended. */
const ofApproved = ({ resource }: Messages['payment.ready_to_send']) =>
  resource.linkedPaymentInstructionId === null && resource.statusHistory.at(-1)?.subStatus === 'AUTHORISED'
    ? resource.id
    : null;

const ofInstruction = ({ paymentInstructionId }: Messages['conversions.decline_ended']) =>
  paymentInstructionId;

const ofCovered = ({ paymentInstructionId, paymentId }: Messages['conversions.cover_decline_ended']) =>
  paymentInstructionId ?? paymentId;

/** The client; null for money that goes out, except of payments: money may have been held for one. */
const ofFunds = ({ resource }: Messages['transaction.completed']) =>
  resource.direction === 'CREDIT' || resource.triggeredByAction === 'PAYMENT' ? resource.client.id : null;

/**
 * PRODUCTION: the FX desk fills instructions at the market rate, once screening has cleared them. What leaves on the same day is sent at
 * once, and what waits for funds when they come; the rest by `PaymentReleaseJob`.
 */
@Controller()
export class Desk {
  constructor(
    private readonly fills: Fills,
    private readonly releases: Releases,
    private readonly awaited: Awaited,
  ) {}

  @On('payment_instruction.acknowledged')
  async onAcknowledged({ data: { resource }, caller }: Delivered<'payment_instruction.acknowledged'>) {
    if (resource.newPrice) return; // it says that it waits
    await this.fills.first(resource.id, asSystem(caller));
  }

  /** It waited unfilled, and could be filled now. */
  @On('conversions.decline_ended', { concerns: ofInstruction })
  onDeclineEnded({ recordId: id, caller }: Concerning<'conversions.decline_ended'>) {
    const one = { id, client: caller.client, newPrice: null };
    return this.fills.again(one, asSystem(caller), true).catch(leftToTheJob);
  }

  /** It waited unsent, and could be sent now. */
  @On('conversions.cover_decline_ended', { concerns: ofCovered })
  onCoverDeclineEnded({ recordId, caller }: Concerning<'conversions.cover_decline_ended'>) {
    return this.awaited.covered(recordId, caller);
  }

  @On('payment_instruction.filled', { concerns: ({ resource }) => resource.id })
  onFilled({ data: { resource }, caller }: Concerning<'payment_instruction.filled'>) {
    return this.releases.ofInstruction(resource, asSystem(caller)).catch(leftToTheJob);
  }

  @On('payment.ready_to_send', { concerns: ofApproved })
  onApproved({ data: { resource }, caller }: Concerning<'payment.ready_to_send'>) {
    return this.releases.ofPayment(resource, asSystem(caller)).catch(leftToTheJob);
  }

  @On('transaction.completed', { concerns: ofFunds })
  onMoved({ data: { resource }, caller }: Concerning<'transaction.completed'>) {
    const { client, direction, relatedEntity } = resource;
    const [balance, by] = [fromResource(resource.balance), { ...caller, client }];
    return direction === 'CREDIT'
      ? this.awaited.funded(balance, by)
      : this.awaited.left(relatedEntity.id, balance, by);
  }
}
