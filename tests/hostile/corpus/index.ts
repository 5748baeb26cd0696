export * from './bodies.js';
export * from './headers.js';
export * from './paths.js';
export * from './queries.js';
