/** What decorators tell the builder of the document; never in the document itself. */
export const REFUSES = 'x-refuses';
export const OPEN = 'x-open';
