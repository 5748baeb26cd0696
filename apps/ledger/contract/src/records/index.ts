/** The records that clients see, field for field as in interface-spec section 2, and those for staff. Missing values are null. */
export * from './balance-history.js';
export * from './books.js';
export * from './receivable.js';
export * from './reconciliation.js';
export * from './safeguarding.js';
export * from './statement.js';
export * from './transaction.js';
export * from './wallet.js';
