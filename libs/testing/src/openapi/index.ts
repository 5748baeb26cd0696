/** Checks responses against docs/openapi.json. */
export * from './document-schemas.js';
export * from './on-response.js';
export * from './promised-responses.js';
