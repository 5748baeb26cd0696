import { money } from '@corridor/kernel';
import { achReturnFile as fileOf } from '../nacha/index.js';

/** What a bank says about a debit in a return file. */
export interface AchSaid {
  /** `R01`, or `C01` with what is corrected. */
  readonly code: string;
  readonly corrected?: string;
  readonly cents: bigint;
  readonly reference: string;
  readonly originalTrace: string;
}

/** A return file, with the ends of lines that banks on Unix write. */
export const achReturnFile = (said: readonly AchSaid[]): string =>
  fileOf({
    originator: {
      ...{ name: 'Corridor Payments Ltd', id: '1234567890' },
      ...{ bankRoutingNumber: '021000021', bankName: 'First Harbor Bank' },
    },
    ...{ createdOn: '2026-11-26T10:05', reference: '' },
    answers: said.map(({ code, corrected = null, cents, reference, originalTrace }, i) => ({
      ...{ code, corrected, sequence: i + 1 },
      debit: {
        ...{ reference, trace: originalTrace, amount: money('USD', cents), entryClass: 'CCD' },
        ...{ routingNumber: '111000025', accountNumber: '000123456789', account: 'CHECKING' },
        holder: 'Northwind Imports Ltd',
      },
    })),
  }).replaceAll('\r\n', '\n');
