import type { Type } from '@nestjs/common';
import { ArchiveController } from './archive.controller.js';
import { ConsumerController } from './consumer.controller.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { OutboxController } from './outbox.controller.js';
import { ProjectionsController } from './projections.controller.js';
import { RetentionController } from './retention.controller.js';
import { RunsController } from './runs.controller.js';
import { SecretsController } from './secrets.controller.js';
import { ServiceReportController } from './service-report.controller.js';
import { TracedMessagesController } from './traced-messages.controller.js';

/** What every process has below `/operator/v1/ops/{service}`. */
export const operationsControllers: readonly Type[] = [
  RunsController,
  OutboxController,
  ConsumerController,
  DeadLettersController,
  ProjectionsController,
  RetentionController,
  ArchiveController,
  SecretsController,
  ServiceReportController,
  TracedMessagesController,
];
