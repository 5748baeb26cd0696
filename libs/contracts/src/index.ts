export * from './messages.js';
export * from './resources.js';
