import type { Caller } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import type { ScreeningSubject } from '@corridor/screening';

/** What is sent: an instruction, or a payment without one. */
export type Departing = Pick<ScreeningSubject, 'id'> & { readonly type: 'PAYMENT_INSTRUCTION' | 'PAYMENT' };

/** Whether what is ready may be sent now. */
export abstract class Clearance {
  /** False until who is paid was compared with the current lists, and while a case about them is open. */
  abstract isClear(record: Departing, beneficiary: BeneficiaryResource, caller: Caller): Promise<boolean>;
}

/** SANDBOX: simulators send whatever the client says. */
export class Unscreened extends Clearance {
  override isClear(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
