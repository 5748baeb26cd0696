import { type Config, databaseName } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { service } from '../service.js';
import { postgresWakeUp } from './postgres-wake-up.js';
import { redisWakeUp } from './redis-wake-up.js';
import type { WakeUp } from './wake-up.js';

/** Redis where there is one, for many dispatchers; otherwise the service's own database. */
export function wakeUpOf(config: Config): WakeUp {
  const log = new Logger('WakeUp');
  const onError = (error: unknown) => log.warn(`will try again: ${messageOf(error)}`);
  const url = config.text('REDIS_URL', '');
  if (url === '') return postgresWakeUp(databaseUrlOf(config), onError);
  const onEvicting = (error: Error) => {
    log.error(error);
    process.exit(1);
  };
  return redisWakeUp({ url, prefix: config.topicPrefix, onError, onEvicting });
}

function databaseUrlOf({ databaseUrl }: Config): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${databaseName(service.name)}`;
  return url.href;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));
