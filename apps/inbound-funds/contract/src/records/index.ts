/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './collection-account.js';
export * from './inbound-funds.js';
export * from './linked-funding-account.js';
export * from './bank-credit.js';
export * from './pool-account.js';
