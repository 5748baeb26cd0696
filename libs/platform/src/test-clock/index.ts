export * from './clock-turn.js';
export * from './due-work.js';
export * from './test-clock.js';
