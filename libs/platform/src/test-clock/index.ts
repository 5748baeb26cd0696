export * from './clock-turn.js';
export * from './due-work.js';
export { needsOf } from './missing-funds.js';
export * from './test-clock.js';
