import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';

/**
 * Whether compliance approves an instruction, or a payment without one. It is called inside the transaction of a
 * message, so an adapter must respond from local data. If it cannot decide yet, it throws and is called again.
 */
export abstract class Screening {
  /** @returns null to approve, otherwise the reason for the rejection, which the client sees */
  abstract objectionTo(requested: PaymentInstructionResource | PaymentResource): Promise<string | null>;
}

/** Approves everything: for installations with external screening. */
export class NoScreening extends Screening {
  override objectionTo(): Promise<null> {
    return Promise.resolve(null);
  }
}
