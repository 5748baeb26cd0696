import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { type Caller, asSystem } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller, Optional } from '@nestjs/common';
import { Awaited } from '../automation/awaited.js';
import { beneficiary, screened as beneficiaryScreened } from '../beneficiary/beneficiary.js';
import { paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { screened as instructionScreened } from '../payment-instruction/screened.js';
import { payment } from '../payment/payment.js';
import { screened as paymentScreened } from '../payment/screened.js';
import type { ScreeningOutcome } from './outcome.js';

const On = reactionsOf('payments');

type Outcome = 'screening.cleared' | 'screening.hit' | 'screening.blocked';

/** The records of this service; the others listen themselves. */
const ofOwn = ({ subject: { type, id } }: Messages[Outcome]) =>
  type === 'CLIENT' || type === 'SENDER' ? null : id;

/** What follows from screening for the records of this service. */
@Controller()
export class ScreeningOutcomes {
  constructor(
    private readonly store: EventStore,
    /** In PRODUCTION. */
    @Optional() private readonly awaited?: Awaited,
  ) {}

  @On('screening.cleared', { concerns: ({ subject }) => (subject.type === 'SENDER' ? null : subject.id) })
  async onCleared(message: Concerning<'screening.cleared'>) {
    // What becomes ready by it says so itself.
    await this.awaited?.cleared(message.data.subject, this.callerFor(message));
    return this.tell(message, 'cleared');
  }

  @On('screening.hit', { concerns: ofOwn })
  onHit(message: Concerning<'screening.hit'>) {
    return this.tell(message, 'held');
  }

  @On('screening.blocked', { concerns: ofOwn })
  onBlocked(message: Concerning<'screening.blocked'>) {
    return this.tell(message, 'blocked');
  }

  /** The system acts for the client, without a user or a key. */
  private callerFor({ data, caller }: Concerning<Outcome>): Caller {
    return asSystem(caller, data.client);
  }

  private async tell(message: Concerning<Outcome>, outcome: ScreeningOutcome) {
    const { data, recordId } = message;
    const caller = this.callerFor(message);
    switch (data.subject.type) {
      case 'BENEFICIARY':
        return this.store.handle(beneficiary, recordId, (state) => beneficiaryScreened(state, outcome), {
          caller,
        });
      case 'PAYMENT_INSTRUCTION':
        return this.store.handle(
          paymentInstruction,
          recordId,
          (state) => instructionScreened(state, outcome),
          { caller },
        );
      case 'PAYMENT':
        return this.store.handle(payment, recordId, (state) => paymentScreened(state, outcome), { caller });
      case 'CLIENT':
      case 'SENDER':
        return null;
    }
  }
}
