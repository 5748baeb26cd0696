import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { messages } from './messages.js';
import { problems } from './problems.js';

const prefixes = {
  beneficiary: 'ben',
  beneficiarySnapshot: 'bss',
  paymentInstruction: 'pi',
  payment: 'pmt',
  bankSubmission: 'sub',
  bankFile: 'bf',
  screeningList: 'lst',
  screening: 'cas',
  rescreening: 'rsc',
  feePlan: 'fpl',
  bankStatement: 'bst',
} as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'payments',
  owns: 'beneficiaries, payment instructions, payments, fee plans, the payment rail and its submissions; screening and its cases',
  prefixes,
  permissions: [
    'beneficiaries:read',
    'beneficiaries:write',
    'payment-instructions:read',
    'payment-instructions:write',
    'payments:read',
    'payments:write',
  ],
  problems,
  routes: [
    '/v1/beneficiaries',
    '/v1/beneficiary-snapshots',
    '/v1/payment-instructions',
    '/v1/payments',
    '/v1/reference-data/beneficiary-fields',
    '/v1/reference-data/payment-instructions',
    '/v1/simulators/payment-instructions',
    '/v1/simulators/payments',
    '/operator/v1/dealing/moved-prices',
    '/operator/v1/bank/submissions',
    '/operator/v1/bank/files',
    '/provider/v1/callbacks',
    '/operator/v1/screening',
    '/operator/v1/policy',
    '/operator/v1/fees',
  ],
  messages,
  collections,
});

export { type Policy, described, everythingAllowed, mayBe } from './policy.js';
export { unfilledBecause } from './unfilled.js';
export { bankFileIdOf } from './bank-file-id.js';
export { bankStatementIdOf } from './bank-statement-id.js';
export { operatorCollections } from './operator-collections.js';
export type * from './records/index.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
