/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './conversion.js';
export * from './dealing.js';
export * from './margin-plan.js';
export * from './quote.js';
export * from './rate.js';
export * from './reference-data.js';
