/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './books.js';
export * from './statement.js';
export * from './transaction.js';
export * from './wallet.js';
