export * from './approval.js';
export * from './audit.js';
export * from './client-clock.js';
export * from './four-eyes.js';
/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */
export * from './identity.js';
export * from './logged-request.js';
export * from './operations.js';
export * from './operator.js';
export * from './run.js';
export * from './staff.js';
export * from './timeline.js';
export * from './user.js';
