import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';

/**
 * Whether compliance lets an instruction, or a payment without one, go on. The answer is asked for inside the transaction of a message:
 * an adapter answers from what it has at hand. It throws where it cannot yet, and is asked again.
 */
export abstract class Screening {
  /** @returns null to let it pass, else the reason for its rejection, which the client will read */
  abstract objectionTo(requested: PaymentInstructionResource | PaymentResource): Promise<string | null>;
}

/** Lets everything pass: for installations whose screening is done elsewhere. */
export class NoScreening extends Screening {
  override objectionTo(): Promise<null> {
    return Promise.resolve(null);
  }
}
