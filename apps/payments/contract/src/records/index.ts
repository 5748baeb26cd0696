/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './authorisation.js';
export * from './beneficiary.js';
export * from './beneficiary-fields.js';
export * from './fee-plan.js';
export * from './payment.js';
export * from './payment-dates.js';
export * from './payment-instruction.js';
export * from './policy.js';
export * from './rescreening.js';
export * from './bank-submission.js';
export * from './bank-file.js';
export * from './screening-list.js';
export * from './screening-case.js';
export * from './review-rules.js';
