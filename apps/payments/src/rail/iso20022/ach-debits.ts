import { holidaysIn } from '@corridor/calendars';
import {
  type AchDebit,
  type AchOriginator,
  type AchRecord,
  LARGEST_CENTS,
  changeText,
  debitsIn,
  nachaFile,
  returnText,
} from '@corridor/iso20022/nacha';
import { type CalendarDate, type Clock, addBusinessDays, fromResource } from '@corridor/kernel';
import type { RailPayment, RailReport } from '../payment-rail.js';
import type { Meaning } from './bank-words.js';
import type { Departures } from './exchange.js';
import { type Files, join } from './files.js';
import type { Outbox } from './outbox.js';

export interface AchSettings {
  readonly originator: AchOriginator;
  /** Days on which the Federal Reserve is open, from the effective date: nearly all returns come before. */
  readonly holdDays: number;
}

/**
 * Debits of accounts that clients have linked, in files of NACHA. No bank says that a debit has settled: it has if it was not returned
 * when the hold is over. Until then its file is named in the folder `holding`.
 */
export class AchDebits {
  private readonly holding: string;

  constructor(
    private readonly settings: AchSettings,
    private readonly folder: string,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {
    this.holding = join(folder, 'holding');
  }

  async send(
    departures: Departures,
    outbox: Outbox,
    batchId: string,
    debits: readonly RailPayment[],
    signal: AbortSignal,
  ): Promise<void> {
    const name = `ach-${batchId}.ach`;
    // First: a debit that has left is never without its hold.
    await this.files.makeFolder(this.holding);
    await this.files.replace(this.holding, name, '');
    await outbox.send(departures, name, () => this.written(debits), signal);
  }

  private written(debits: readonly RailPayment[]): string {
    const today = this.today();
    return nachaFile({
      originator: this.settings.originator,
      createdOn: this.clock.now().toISOString().slice(0, 16),
      modifier: 'A',
      effectiveOn: addBusinessDays(today, 1, holidaysIn('USD')),
      description: 'FUNDING',
      debits: debits.map(debitOf),
    });
  }

  /** Passes on that those have settled whose hold is over, if the bank has taken their file. */
  async settle(departures: Departures, take: (reports: readonly RailReport[]) => Promise<void>) {
    await this.files.makeFolder(this.holding);
    for (const name of await this.files.names(this.holding)) {
      const sent = join(this.folder, 'sent', name);
      if (!(await this.files.exists(sent))) continue;
      const { effectiveOn, references } = debitsIn(await this.files.text(sent));
      const over = addBusinessDays(effectiveOn, this.settings.holdDays, holidaysIn('USD'));
      if (over > this.today() || (await departures.isStillHere(name))) continue;
      await take(references.map(settled));
      await this.files.remove(join(this.holding, name));
    }
  }

  private today(): CalendarDate {
    return this.clock.now().toISOString().slice(0, 10);
  }
}

/** Why a debit cannot be in a file; null if it can. */
export function obstacleTo({ amount, creditor }: RailPayment): string | null {
  const { ccyCode, minor } = fromResource(amount);
  if (ccyCode !== 'USD') return 'an account is debited by ACH in USD only';
  if (minor > LARGEST_CENTS) return 'the amount is too large for ACH';
  if (
    !/^[\x21-\x7e]{1,17}$/.test(creditor.accountNumber ?? '') ||
    !/^\d{9}$/.test(creditor.routing[0]?.code ?? '')
  )
    return 'ACH needs an account number of at most 17 characters and an ABA routing number';
  return null;
}

const debitOf = ({ reference, amount, creditor, purposeCode }: RailPayment, i: number): AchDebit => ({
  ...{ reference, sequence: i + 1, amount: fromResource(amount) },
  routingNumber: creditor.routing[0]?.code ?? '',
  accountNumber: creditor.accountNumber ?? '',
  entryClass: purposeCode === 'PPD' ? 'PPD' : 'CCD',
  account: creditor.accountType === 'SAVINGS' ? 'SAVINGS' : 'CHECKING',
  holder: creditor.name,
});

const settled = (reference: string): RailReport => ({
  ...{ reportId: `${reference} SETTLED`, reference, status: 'SETTLED', reason: null },
  ...{ returned: null, bankReference: null },
});

/** What a record of a return file means. */
export function achMeaningOf(record: AchRecord): Meaning {
  const { reference, trace, code } = record;
  if (record.kind === 'change')
    return {
      doubt: `${code} for ${reference}: from now on the bank wants another ${changeText(code)}: ${record.corrected}. The client has to link the account again.`,
    };
  return {
    report: {
      ...{ reportId: `${reference} RETURNED ${trace}`, reference, status: 'RETURNED' },
      ...{ reason: `${code}: ${returnText(code)}`, returned: record.amount, bankReference: trace },
    },
  };
}
