import type { Collection } from '@corridor/contracts';
import { beneficiary } from './records/beneficiary.js';
import { payment } from './records/payment.js';
import { paymentInstruction } from './records/payment-instruction.js';

/** The searchable collections, by default newest first (decisions §5). */
export const collections = {
  beneficiaries: {
    name: 'beneficiaries',
    item: beneficiary,
    order: ['auditHistory.created.on:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'bankAccount.ccyCode',
      'auditHistory.created.on',
      'auditHistory.updated.on',
      'displayName',
      'email',
      'bankAccount.accountHolderName',
      'bankAccount.accountNumber',
      'bankAccount.iban',
    ],
  },
  paymentInstructions: {
    name: 'payment-instructions',
    item: paymentInstruction,
    order: ['auditHistory.created.on:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'sellCcyCode',
      'buyCcyCode',
      'paymentDate',
      'beneficiary.id',
      'linkedPaymentId',
      'linkedConversionId',
      'amount',
      'auditHistory.created.on',
      'auditHistory.updated.on',
      'narrative',
      'metadata',
      'beneficiary.displayName',
    ],
  },
  payments: {
    name: 'payments',
    item: payment,
    order: ['auditHistory.created.on:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'amount.ccyCode',
      'paymentDate',
      'beneficiary.id',
      'linkedPaymentInstructionId',
      'amount.value',
      'auditHistory.created.on',
      'auditHistory.updated.on',
      'reference',
      'narrative',
      'metadata',
      'beneficiary.displayName',
    ],
  },
} as const satisfies Readonly<Record<string, Collection>>;
