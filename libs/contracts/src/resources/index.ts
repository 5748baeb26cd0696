/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './beneficiary.js';
export * from './conversion.js';
export * from './identity.js';
export * from './inbound-funds.js';
export * from './meta.js';
export * from './operator.js';
export * from './parts.js';
export * from './payment-instruction.js';
export * from './payment.js';
export * from './reference-data.js';
export * from './transaction.js';
export * from './wallet.js';
export * from './webhook.js';
