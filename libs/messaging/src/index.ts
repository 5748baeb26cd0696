export * from './carrier.js';
export * from './consumer-server.js';
export * from './deliver.js';
export * from './embedded-carrier.js';
export * from './kafka-carrier.js';
export * from './reactions.js';
export * from './relay.js';
