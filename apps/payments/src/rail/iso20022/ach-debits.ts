import { createHash } from 'node:crypto';
import { holidaysIn } from '@corridor/calendars';
import {
  type AchDebit,
  type AchOriginator,
  type AchRecord,
  LARGEST_CENTS,
  changeText,
  nachaFile,
  readSentAch,
  returnText,
} from '@corridor/iso20022/nacha';
import { type CalendarDate, type Clock, addBusinessDays, fromResource } from '@corridor/kernel';
import type { RailPayment, RailReport } from '../payment-rail.js';
import type { Meaning } from './bank-words.js';
import type { Departures } from './exchange.js';
import { type Files, join } from './files.js';
import type { Outbox } from './outbox.js';
import { type DebitAccount, SentDebits } from './sent-debits.js';

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
  /** What bookings are about. */
  readonly sent: SentDebits;

  constructor(
    private readonly settings: AchSettings,
    private readonly folder: string,
    private readonly files: Files,
    private readonly clock: Clock,
    account: DebitAccount,
  ) {
    this.holding = join(folder, 'holding');
    this.sent = new SentDebits(join(folder, 'sent'), settings.originator, files, clock, account);
  }

  /** @returns why they cannot leave today; null if they have left */
  async send(
    departures: Departures,
    outbox: Outbox,
    batchId: string,
    debits: readonly RailPayment[],
    signal: AbortSignal,
  ): Promise<string | null> {
    const name = `ach-${batchId}.ach`;
    if (await outbox.hasLeft(departures, name)) return null;
    const createdOn = this.clock.now().toISOString().slice(0, 16);
    const modifier = await this.modifierOf(name, createdOn.slice(0, 10));
    if (modifier === undefined)
      return `${MODIFIERS.length} files of debits of today are for the bank, and ACH knows no more: the next one leaves tomorrow`;
    // First: a debit that has left is never without its hold.
    await this.files.makeFolder(this.holding);
    await this.files.replace(this.holding, name, '');
    const content = nachaFile({
      originator: this.settings.originator,
      ...{ createdOn, modifier, reference: codeOf(batchId), description: 'FUNDING' },
      effectiveOn: addBusinessDays(createdOn.slice(0, 10), 1, holidaysIn('USD')),
      debits: debits.map(debitOf),
    });
    await outbox.send(departures, name, () => content, signal);
    return null;
  }

  /** A to Z, then 0 to 9: the first one that no other file of the day has; the same for the same file, whatever ended a process before. */
  private async modifierOf(name: string, day: CalendarDate): Promise<string | undefined> {
    const folder = join(this.folder, 'modifiers');
    await this.files.makeFolder(folder);
    for (const modifier of MODIFIERS) {
      const claim = `${day}-${modifier}`;
      if (await this.files.claim(folder, claim, name)) return modifier;
      if ((await this.files.text(join(folder, claim))) === name) return modifier;
    }
    return undefined;
  }

  /**
   * If the bank has taken the file of debits: passes on that they are executed when its effective date has come, and that they have
   * settled when the hold is over.
   */
  async settle(departures: Departures, take: (reports: readonly RailReport[]) => Promise<void>) {
    await this.files.makeFolder(this.holding);
    for (const name of await this.files.names(this.holding)) {
      const sent = join(this.folder, 'sent', name);
      if (!(await this.files.exists(sent))) continue;
      const { effectiveOn, batches } = readSentAch(await this.files.text(sent));
      if (effectiveOn > this.today() || (await departures.isStillHere(name))) continue;
      const references = batches.flatMap((one) => one.references);
      if ((await this.files.text(join(this.holding, name))) !== EXECUTED) {
        await take(references.map(reportOf('ACCEPTED')));
        await this.files.replace(this.holding, name, EXECUTED);
      }
      if (addBusinessDays(effectiveOn, this.settings.holdDays, holidaysIn('USD')) > this.today()) continue;
      await take(references.map(reportOf('SETTLED')));
      await this.files.remove(join(this.holding, name));
    }
  }

  private today(): CalendarDate {
    return this.clock.now().toISOString().slice(0, 10);
  }
}

/** Of the file, in its header and its batches: banks have room for 8 characters. */
const codeOf = (batchId: string): string =>
  createHash('sha256').update(batchId).digest('hex').slice(0, 8).toUpperCase();

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

/** Of the files of a day for the same bank. */
const MODIFIERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** In the folder `holding`: what is executed is not told again. */
const EXECUTED = 'executed';

const reportOf =
  (status: 'ACCEPTED' | 'SETTLED') =>
  (reference: string): RailReport => ({
    ...{ reportId: `${reference} ${status}`, reference, status, reason: null },
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
