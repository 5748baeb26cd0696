export * from './config.js';
export * from './ids.js';
export * from './logger.js';
export * from './open-database.js';
export * from './service.js';
