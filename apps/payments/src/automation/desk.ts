import type { Messages } from '@corridor/contracts';
import { fromResource } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { Awaited, actingItself, leftToTheJob } from './awaited.js';
import { Fills } from './fills.js';
import { Releases } from './releases.js';

const On = reactionsOf('payments');

/** Null for the payment of an instruction, which is sent already, and for one that is suspended. */
const ofApproved = ({ resource }: Messages['payment.ready_to_send']) =>
  resource.linkedPaymentInstructionId === null && resource.statusHistory.at(-1)?.subStatus === 'AUTHORISED'
    ? resource.id
    : null;

/** The client; null for money that goes out. */
const ofCredit = ({ resource: { direction, client } }: Messages['transaction.completed']) =>
  direction === 'CREDIT' ? client.id : null;

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
    await this.fills.first(resource.id, actingItself(caller));
  }

  @On('payment_instruction.filled', { concerns: ({ resource }) => resource.id })
  onFilled({ data: { resource }, caller }: Concerning<'payment_instruction.filled'>) {
    return this.releases.ofInstruction(resource, actingItself(caller)).catch(leftToTheJob);
  }

  @On('payment.ready_to_send', { concerns: ofApproved })
  onApproved({ data: { resource }, caller }: Concerning<'payment.ready_to_send'>) {
    return this.releases.ofPayment(resource, actingItself(caller)).catch(leftToTheJob);
  }

  @On('transaction.completed', { concerns: ofCredit })
  onCredited({ data: { resource }, caller }: Concerning<'transaction.completed'>) {
    const { client, balance } = resource;
    return this.awaited.funded(fromResource(balance), { ...caller, client });
  }
}
