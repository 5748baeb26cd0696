import { isToldAsAway } from '@corridor/event-store';
import type { LogMethod } from './repeated-lines.js';

const [WARN, FATAL] = [40, 60];

/**
 * Warnings and errors that are about a database that does not respond are for debugging only: the service tells that once, and
 * when it responds again.
 */
export const tellOutagesOnce = (otherwise: LogMethod): LogMethod =>
  function (args, print, level) {
    const [fields] = args as [unknown];
    const { err } = (typeof fields === 'object' && fields ? fields : {}) as { err?: unknown };
    if (level >= WARN && level < FATAL && isToldAsAway(err)) this.debug(...args);
    else otherwise.call(this, args, print, level);
  };
