/** For specs of rules: nothing here loads a framework, a database or a server. */
export * from './given.js';
export * from './caller.js';
export * from './chance.js';
export * from './mutilated.js';
export * from './sized.js';
export * from './test-clock.js';
export * from './until.js';
