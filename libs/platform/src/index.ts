export * from './application.js';
export * from './client-closing/index.js';
export * from './periodic-task.js';
export * from './end-signals.js';
export * from './health/health.module.js';
export * from './health/readiness.js';
export * from './ids.js';
export * from './job.js';
export * from './known.js';
export * from './last-known.js';
export * from './logger.js';
export {
  type DatabaseState,
  type OpenDatabase,
  Recovery,
  awaitServer,
  databaseName,
  databasesOfOthers,
  environmentOf,
  missingMigrations,
  type PlannedMigration,
  directUrl,
  openDatabase,
  plannedMigrations,
  prepareDatabase,
  readDatabase,
  requireSessions,
  resetServiceUser,
} from '@corridor/event-store';
export { startProcesses } from './processes/processes.js';
export { runWorker } from './processes/worker.js';
export * from './provider-client.js';
export * from './retention.js';
export * from './run-service.js';
export { listenFailure } from './start-failure.js';
export * from './service.js';
export { refuseSimulatedParts } from './simulated-parts.js';
export * from './manifest.js';
export { byStatus } from './metrics/by-status.js';
export type { Labelled } from './metrics/gauge-reader.js';
export { Metrics } from './metrics/metrics.js';
export { ServiceMetrics } from './metrics/service-metrics.js';
export * from './operations/index.js';
export * from './test-clock/index.js';
export * from './settings/bank-settings.js';
export * from './settings/calendar-settings.js';
export * from './settings/parse.js';
export * from './settings/platform-settings.js';
export * from './settings/setting.js';
export * from './settings/settings.js';
