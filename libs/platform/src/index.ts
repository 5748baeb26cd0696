export * from './application.js';
export * from './config.js';
export * from './embedded-postgres.js';
export * from './ids.js';
export * from './logger.js';
export * from './open-database.js';
export * from './run-service.js';
export * from './service.js';
