/** Metadata from decorators for the builder of the document; never in the document itself. */
export const REFUSES = 'x-refuses';
export const OPEN = 'x-open';
export const NEEDS_KEY = 'x-needs-idempotency-key';
export const TAKES_NO_KEY = 'x-takes-no-idempotency-key';
export const OF_OPERATOR = 'x-of-operator';
