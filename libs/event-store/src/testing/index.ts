/** For specs that need a database. */
export * from './jar.js';
export * from './many-rows.js';
export * from './partial-row.js';
export * from './plan-of.js';
export * from './test-database.js';
export * from './cost-of.js';
