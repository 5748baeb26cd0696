export * from './carrier.js';
export * from './consumer-server.js';
export * from './message-consumer.js';
export * from './embedded-carrier.js';
export * from './kafka-carrier.js';
export * from './reactions.js';
export * from './relay.js';
