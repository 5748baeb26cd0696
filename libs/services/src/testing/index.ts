/** For specs: the example messages of all contracts, and what the specification says of those for webhooks. */
export * from './message-fixtures.js';
export * from './webhook-facts.js';
