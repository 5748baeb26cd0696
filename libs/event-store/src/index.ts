export type { Appended } from './appends.js';
export { LEAST_DAYS as LEAST_ARCHIVE_DAYS } from './archive/archive-schema.js';
export { DamagedFile } from './archive/archive-folder.js';
export type { PartName } from './archive/archive.js';
export * from './archive/archiver.js';
export { BatchQueue } from './batch-queue.js';
export { type CommandObserver, type CommandOutcome, UNOBSERVED } from './command-observer.js';
export { addCounters, countUpdates, sumChanges } from './counters.js';
export { type StoredEvent, eventOf } from './streams.js';
export * from './database.js';
export { DiskSpace } from './disk-space.js';
export { databasesOfOthers, environmentOf } from './environment-stamp.js';
export { EPOCH_BOUNDS, type Epoch, FIRST_EPOCH } from './epoch.js';
export * from './event-store.js';
export { type Idempotency, KEPT_DAYS } from './idempotency.js';
export * from './migration.js';
export {
  type DatabaseOwner,
  type PlannedMigration,
  databaseName,
  missingMigrations,
  plannedMigrations,
} from './migrate-database.js';
export { WHOLE_TABLES } from './limits.js';
export * from './open-database.js';
export { prepareDatabase } from './prepare-database.js';
export { driverOver } from './typeorm-driver.js';
export { HELD_MS, StreamHeld } from './held-streams.js';
export { Reachability, isToldAsAway } from './reachability.js';
export { isDiskFull, isLocked, isOutage, isUnavailable } from './outage.js';
export { keptStates } from './kept-states.js';
export { type RefoldProgress, RefoldWalk } from './refold-walk.js';
export * from './read-model-schema.js';
export * from './read-models.js';
export * from './rebuild/read-model-rebuild.js';
export { type Difference, nameOf as nameOfDifference } from './rebuild/compared-tables.js';
export { type ComparedStates, StateCheck } from './rebuild/state-check.js';
export * from './recovery/index.js';
export * from './registration.js';
export type { Versioned } from './versions.js';
export {
  type DueRows,
  RETENTION_BATCH,
  type RetentionPolicy,
  applyPolicy,
  dueRows,
  idempotentResponses,
  noteRun,
  removeBatch,
  retentionRecords,
} from './retention.js';
export { APPENDS, READS, REMOVES, type Rights } from './rights.js';
export * from './schema.js';
export * from './search-statements.js';
export { directUrl, outlivesConnections, readDatabase, requireSessions } from './server-connection.js';
export { awaitServer } from './server-start.js';
export { resetServiceUser } from './service-user.js';
export { BASELINE, type Allowed, type Rule, type Unsafe, unsafeIn } from './unsafe-ddl.js';
export { addTexts, updateTexts } from './texts.js';
export * from './secret-cipher.js';
export * from './semaphore.js';
export { writtenColumns } from './written-columns.js';
export { Turns, type Waiting } from './turns.js';
