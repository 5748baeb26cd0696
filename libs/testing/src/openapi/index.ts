/** Checks responses against the committed documents. */
export * from './committed-document.js';
export * from './document-schemas.js';
export * from './on-response.js';
export * from './promised-responses.js';
