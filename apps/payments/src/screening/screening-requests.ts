import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { Reviews } from './reviews.js';
import { Screenings } from './screenings.js';

const On = reactionsOf('payments');

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

  @On('payment.draft')
  onPayment({ data: { resource }, caller }: Delivered<'payment.draft'>) {
    return this.screenings.ofDeparting({ type: 'PAYMENT', id: resource.id }, caller);
  }

  @On('payments.screening_requested')
  async onRequested({ data, caller }: Delivered<'payments.screening_requested'>) {
    const { subject, client, receivedCcyCode } = data;
    const reviewReasons = [
      ...(subject.names.length === 0 ? ['Nobody is named'] : []),
      ...(await this.reviews.reasonsToHold(subject, receivedCcyCode)),
    ];
    return this.screenings.request({ subject, client, reviewReasons }, caller);
  }
}
