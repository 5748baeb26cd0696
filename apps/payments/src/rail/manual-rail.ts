import { type Handover, PaymentRail } from './payment-rail.js';

/**
 * A company whose staff key payments into the portal of its bank. The submissions themselves are the list of what has to be
 * keyed (`GET /operator/v1/bank/submissions`), and staff record there what the bank says.
 */
export class ManualRail extends PaymentRail {
  override readonly isSimulated = false;

  constructor(override readonly bic: string) {
    super();
  }

  /** Staff key them like payments. */
  override get debits(): boolean {
    return true;
  }

  override submit(): Promise<Handover> {
    return Promise.resolve({ failures: {}, reports: [] });
  }

  override collect(): Promise<void> {
    return Promise.resolve();
  }
}
