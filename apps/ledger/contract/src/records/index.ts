/** The records that clients see, field for field as in interface-spec section 2, and one for staff. Missing values are null. */
export * from './receivable.js';
export * from './transaction.js';
export * from './wallet.js';
