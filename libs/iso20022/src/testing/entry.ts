import { money } from '@corridor/kernel';
import type { EntryRecord } from '../reading/records.js';

/** A booked credit of somebody who pays. */
export const entry: EntryRecord = {
  kind: 'entry',
  statementId: 'N-1',
  account: 'GB33BUKB20201555555555',
  direction: 'CREDIT',
  amount: money('GBP', 250_75n),
  status: 'BOOKED',
  isReversal: false,
  bookedOn: '2026-11-23',
  valueDate: '2026-11-24',
  bankReference: 'FT26327ABCD',
  reference: 'INV-7',
  instructionId: null,
  uetr: null,
  party: {
    name: 'Globex Ltd',
    address: null,
    account: { iban: 'GB29NWBK60161331926819', number: null },
    agent: { bic: 'NWBKGB2LXXX', clearing: null, name: null, country: null },
  },
  ultimateParty: null,
  virtualAccount: null,
  remittance: 'Invoice 7',
  returnReason: null,
  isReturn: false,
  transactions: 1,
  batch: null,
};
