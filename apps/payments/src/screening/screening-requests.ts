import type { Messages } from '@corridor/contracts';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { Reviews } from './reviews.js';
import { Screenings } from './screenings.js';

const On = reactionsOf('payments');

/** Null for the payment of an instruction: it is sent already, and who is paid was compared before, for the instruction. */
const ofOwnPayment = ({ resource }: Messages['payment.draft']) =>
  resource.linkedPaymentInstructionId === null ? resource.id : null;

/** PRODUCTION: who is screened, and when. */
@Controller()
export class ScreeningRequests {
  constructor(
    private readonly screenings: Screenings,
    private readonly reviews: Reviews,
  ) {}

  @On('client.created', 'client.changed')
  onClient({ data, caller }: Delivered<'client.created' | 'client.changed'>) {
    const { clientId: id, name, isPerson, countryCode } = data;
    const party = isPerson ? 'PERSON' : 'ORGANISATION';
    const named = { names: [name], party, dateOfBirth: null, countries: [countryCode] } as const;
    const subject = { type: 'CLIENT', id, clientId: id, ...named } as const;
    return this.screenings.request({ subject, client: { id, name }, reviewReasons: [] }, caller);
  }

  @On('payments.policy_set')
  onPolicySet({ data, caller }: Delivered<'payments.policy_set'>) {
    return this.screenings.ofClientsIn(data.refusedCountries, caller);
  }

  @On('client.rated')
  onRated({ data: { clientId, riskRating } }: Delivered<'client.rated'>) {
    return this.reviews.keepRating(clientId, riskRating);
  }

  @On('beneficiary.created', 'beneficiary.updated')
  onBeneficiary({ data, caller }: Delivered<'beneficiary.created' | 'beneficiary.updated'>) {
    return this.screenings.ofBeneficiary(data.beneficiaryId, caller);
  }

  @On('payment_instruction.pending')
  onInstruction({ data: { resource }, caller }: Delivered<'payment_instruction.pending'>) {
    return this.screenings.ofDeparting({ type: 'PAYMENT_INSTRUCTION', id: resource.id }, caller);
  }

  @On('payment.draft', { concerns: ofOwnPayment })
  onPayment({ recordId: id, caller }: Concerning<'payment.draft'>) {
    return this.screenings.ofDeparting({ type: 'PAYMENT', id }, caller);
  }

  @On('payments.screening_requested')
  async onRequested({ data, caller }: Delivered<'payments.screening_requested'>) {
    const { subject, client, receivedCcyCode } = data;
    const reviewReasons = await this.reviews.reasonsToHold(subject, receivedCcyCode);
    return this.screenings.request({ subject, client, reviewReasons }, caller);
  }

  @On('payments.rescreening_requested')
  async onRequestedAgain({ data, caller }: Delivered<'payments.rescreening_requested'>) {
    const { subject, client, receivedCcyCode } = data;
    const reviewReasons = await this.reviews.reasonsToHold(subject, receivedCcyCode);
    return this.screenings.beforeCredit({ subject, client, reviewReasons }, caller);
  }
}
