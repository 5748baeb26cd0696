export * from './answers-closings.js';
export * from './closing-turn.js';
