import type { Messages } from '@corridor/contracts';
import { EventStore, ReadModels } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import type { ScreeningSubject } from '@corridor/screening';
import { Controller } from '@nestjs/common';
import { beneficiary, screened as beneficiaryScreened } from '../beneficiary/beneficiary.js';
import { beneficiaries } from '../beneficiary/beneficiary.view.js';
import { paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { screened as instructionScreened } from '../payment-instruction/screened.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { payment } from '../payment/payment.js';
import { screened as paymentScreened } from '../payment/screened.js';
import type { Departing } from './clearance.js';
import type { ScreeningOutcome } from './outcome.js';
import { Screenings } from './screenings.js';
import { payeeSubject } from './subjects.js';

const On = reactionsOf('payments');

type Outcome = 'screening.cleared' | 'screening.hit' | 'screening.blocked';

/** The records of this service; the others listen themselves. */
const ofOwn = ({ subject: { type, id } }: Messages[Outcome]) =>
  type === 'CLIENT' || type === 'SENDER' ? null : id;

/** Awaiting authorisation, it is not screened yet. */
const whenNew = ({ resource }: Messages['payment.draft']) =>
  resource.statusHistory.at(-1)?.subStatus === 'NEW' ? resource.id : null;

/** PRODUCTION: who is screened when, and what follows for the records of this service. */
@Controller()
export class ScreeningReactions {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly orders: PaymentOrders,
    private readonly screenings: Screenings,
  ) {}

  @On('client.created', 'client.changed')
  onClient({ data, caller }: Delivered<'client.created' | 'client.changed'>) {
    const { clientId: id, name, isPerson, countryCode } = data;
    const party = isPerson ? 'PERSON' : 'ORGANISATION';
    const named = { names: [name], party, dateOfBirth: null, countries: [countryCode] } as const;
    const subject = { type: 'CLIENT', id, clientId: id, ...named } as const;
    return this.screenings.request({ subject, client: { id, name }, reviewReasons: [] }, caller);
  }

  @On('beneficiary.created', 'beneficiary.updated')
  async onBeneficiary({ data, caller }: Delivered<'beneficiary.created' | 'beneficiary.updated'>) {
    const { beneficiaryId: id } = data;
    const found = await this.readModels.find<BeneficiaryResource>(beneficiaries, id, caller);
    if (found) await this.ask(payeeSubject({ type: 'BENEFICIARY', id }, found), caller);
  }

  @On('payment_instruction.pending')
  onInstruction({ data: { resource }, caller }: Delivered<'payment_instruction.pending'>) {
    return this.askAbout({ type: 'PAYMENT_INSTRUCTION', id: resource.id }, caller);
  }

  @On('payment.draft', { concerns: whenNew })
  onPayment({ recordId: id, caller }: Concerning<'payment.draft'>) {
    return this.askAbout({ type: 'PAYMENT', id }, caller);
  }

  @On('payments.screening_requested')
  onRequested({ data: { subject, client }, caller }: Delivered<'payments.screening_requested'>) {
    const reviewReasons = subject.names.length === 0 ? ['Nobody is named'] : [];
    return this.screenings.request({ subject, client, reviewReasons }, caller);
  }

  @On('screening.cleared', { concerns: ofOwn })
  onCleared(message: Concerning<'screening.cleared'>) {
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

  private async askAbout(record: Departing, caller: Caller): Promise<void> {
    const payee = await this.orders.payeeOf(record.id);
    if (payee) await this.ask(payeeSubject(record, payee), caller);
  }

  private ask(subject: ScreeningSubject, caller: Caller): Promise<void> {
    return this.screenings.request({ subject, client: caller.client, reviewReasons: [] }, caller);
  }

  /** The system acts for the client, without a user or a key. */
  private async tell({ data, recordId, caller: by }: Concerning<Outcome>, outcome: ScreeningOutcome) {
    const caller = { ...by, client: data.client, user: null, apiKeyId: null };
    switch (data.subject.type) {
      case 'BENEFICIARY':
        return this.store.handle(beneficiary, recordId, (state) => beneficiaryScreened(state, outcome), { caller });
      case 'PAYMENT_INSTRUCTION':
        return this.store.handle(paymentInstruction, recordId, (state) => instructionScreened(state, outcome), { caller });
      case 'PAYMENT':
        return this.store.handle(payment, recordId, (state) => paymentScreened(state, outcome), { caller });
    }
  }
}
