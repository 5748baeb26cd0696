import type { RunningService } from '../service.js';
import { ArchiveRun, ArchiveVerify } from './archive-runs.js';
import { ConsumerBackfill } from './consumer-backfill.js';
import { ConsumerRewind } from './consumer-rewind.js';
import { DeadLettersDiscard, DeadLettersRetry } from './dead-letter-runs.js';
import { OutboxRepublish } from './outbox-republish.js';
import { ProjectionAbort, ProjectionRebuild, ProjectionSwap, ProjectionVerify } from './projection-runs.js';
import { RetentionRun } from './retention-run.js';
import type { RunKind } from './run-kind.js';

/** The long work that every service has. */
export const runKindsOf = (running: RunningService, archiveDays: number): readonly RunKind[] =>
  [
    new OutboxRepublish(running),
    new ConsumerRewind(running),
    new ConsumerBackfill(running),
    new DeadLettersRetry(running),
    new DeadLettersDiscard(running),
    new ProjectionVerify(running),
    new ProjectionRebuild(running),
    new ProjectionSwap(running),
    new ProjectionAbort(running),
    new RetentionRun(running),
    new ArchiveRun(running, archiveDays),
    new ArchiveVerify(running),
  ] as unknown as readonly RunKind[];
