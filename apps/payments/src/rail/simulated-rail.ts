import { type Handover, PaymentRail } from './payment-rail.js';
import { SimulatedFiles } from './simulated-files.js';

/**
 * A bank that takes everything and executes nothing. Payments of the SANDBOX do not get to it: the client's simulators say what
 * becomes of them. Credits that staff return do.
 */
export class SimulatedRail extends PaymentRail {
  override readonly isSimulated = true;
  /** A test and training BIC, recognizable by its 0: such messages never reach the live network. */
  override readonly bic = 'CRDRGB20XXX';
  override readonly files = new SimulatedFiles();

  override submit(): Promise<Handover> {
    return Promise.resolve({ failures: {}, reports: [] });
  }

  override collect(...[, , , found]: Parameters<PaymentRail['collect']>): Promise<void> {
    return this.files.collect(found);
  }
}
