import type { EntryRecord, StatusRecord } from '@corridor/iso20022';
import { entry } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { payments } from '../kit/rail-kit.js';
import type { RailBatch, RailReport } from '../payment-rail.js';

export const batch: RailBatch = { id: '7f3c0a52-8f0e-4a39-9d55-000000000001', payments, isRepeated: false };

export const never = (): AbortSignal => new AbortController().signal;

/** Of somebody who pays us. */
export const credit: EntryRecord = entry;

/** Bookings and statuses as which a bank says these. */
export const debit = ({ reference, bankReference }: RailReport): EntryRecord => ({
  ...credit,
  direction: 'DEBIT',
  reference,
  bankReference,
});

export const returned = ({
  reference,
  bankReference,
  returned: amount,
  reason,
}: RailReport): EntryRecord => ({
  ...credit,
  account: 'DE89370400440532013000',
  amount: amount ?? money('EUR', 1000_50n),
  reference,
  bankReference,
  isReturn: true,
  returnReason: { code: 'AC04', text: reason },
});

export const rejected = ({
  reference,
  status = 'REJECTED',
  reason = null,
}: Pick<RailReport, 'reference'> & Partial<RailReport>): StatusRecord => ({
  kind: 'status',
  messageId: 'S-1',
  originalMessageId: 'NOTPROVIDED',
  originalBlockId: 'NOTPROVIDED',
  reference,
  instructionId: null,
  uetr: null,
  status: status === 'ACCEPTED' ? 'ACSP' : 'RJCT',
  reason: reason === null ? null : { code: null, text: reason },
  bankReference: null,
});
