import type { Messages } from '@corridor/contracts';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { Screenings } from './screenings.js';
import { isOnSimulatedList } from './simulated-provider.js';

const On = reactionsOf('payments');

type WithPayee = Messages['payment_instruction.pending'] | Messages['payment.draft'];
const ofPayee = ({ resource }: WithPayee) =>
  isOnSimulatedList(resource.beneficiary.displayName) ? resource.id : null;
const ofBeneficiary = ({ beneficiaryId, displayName }: Messages['beneficiary.created']) =>
  isOnSimulatedList(displayName) ? beneficiaryId : null;

/** SANDBOX: nobody is screened but those whom the simulated list has, so nothing else waits. */
@Controller()
export class SimulatedRequests {
  constructor(private readonly screenings: Screenings) {}

  @On('beneficiary.created', 'beneficiary.updated', { concerns: ofBeneficiary })
  onBeneficiary({ recordId, caller }: Concerning<'beneficiary.created' | 'beneficiary.updated'>) {
    return this.screenings.ofBeneficiary(recordId, caller);
  }

  @On('payment_instruction.pending', { concerns: ofPayee })
  onInstruction({ recordId: id, caller }: Concerning<'payment_instruction.pending'>) {
    return this.screenings.ofDeparting({ type: 'PAYMENT_INSTRUCTION', id }, caller);
  }

  @On('payment.draft', { concerns: ofPayee })
  onPayment({ recordId: id, caller }: Concerning<'payment.draft'>) {
    return this.screenings.ofDeparting({ type: 'PAYMENT', id }, caller);
  }
}
