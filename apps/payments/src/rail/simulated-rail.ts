import { money } from '@corridor/kernel';
import { type Handover, PaymentRail, type RailStatementPart } from './payment-rail.js';
import { SimulatedFiles } from './simulated-files.js';

const charge = (minor: bigint, bankReference: string) => ({
  ...{ amount: money('GBP', minor), bookedOn: '2026-11-20', valueDate: '2026-11-20', reference: null },
  ...{ bankReference, text: 'Account charge' },
});

/** With charges that are not in the books, so staff can try in the sandbox what they do with breaks. */
export const demoStatement: RailStatementPart = {
  statement: {
    ...{ statementId: 'DEMO', version: '1', accountNumber: 'GB33BUKB20201555555555', day: '2026-11-20' },
    ...{ opening: money('GBP', 100_000n), closing: money('GBP', 99_300n), lineCount: 2 },
  },
  from: 0,
  lines: [charge(-420n, 'DEMO-CHARGE-1'), charge(-280n, 'DEMO-CHARGE-2')],
};

/**
 * A bank that takes everything and executes nothing. Payments of the SANDBOX do not get to it: the client's simulators say what
 * becomes of them. Credits that staff return do.
 */
export class SimulatedRail extends PaymentRail {
  override readonly isSimulated = true;
  /** A test and training BIC, recognizable by its 0: such messages never reach the live network. */
  override readonly bic = 'CRDRGB20XXX';
  override readonly files = new SimulatedFiles();
  private isStated = false;

  override get debits(): boolean {
    return true;
  }

  override submit(): Promise<Handover> {
    return Promise.resolve({ failures: {}, reports: [] });
  }

  override async collect(...[, , stated, found]: Parameters<PaymentRail['collect']>): Promise<void> {
    if (!this.isStated) await stated(demoStatement);
    this.isStated = true;
    await this.files.collect(found);
  }
}
