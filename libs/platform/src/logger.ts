import type { LoggerService } from '@nestjs/common';
import { workFields } from '@corridor/tracing';
import { type Logger, pino } from 'pino';
import { errorFields } from './error-fields.js';
import { logOutput } from './log-output.js';
import { tellOutagesOnce } from './outage-lines.js';
import { countRepeated } from './repeated-lines.js';

/**
 * One JSON object a line on standard error, so that standard output stays readable for people; repeated ones are counted. A line that
 * is written while a request, a message or a job is handled has the id of the request and of its trace.
 */
export class PinoLogger implements LoggerService {
  readonly pino: Logger;
  private readonly root: Logger;

  /** @param more what else each entry says of its process */
  constructor(level: string, service: string, more: Readonly<Record<string, unknown>> = {}) {
    const hooks = { logMethod: tellOutagesOnce(countRepeated()) };
    const serializers = { err: errorFields };
    this.root = pino({ level, base: more, hooks, mixin: workFields, serializers }, logOutput());
    this.pino = this.of(service);
  }

  /** Entries of one service of this process. */
  of(service: string): Logger {
    return this.root.child({ service });
  }

  log(message: unknown, ...context: unknown[]): void {
    this.pino.debug({ context }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.pino.warn(fieldsOf(context), String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    if (context.includes('ExceptionHandler')) return; // Nest also throws the error of a start, and the caller reports it
    const err = message instanceof Error ? message : undefined;
    this.pino.error({ err, context: context.filter(isGiven) }, err ? err.message : String(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.pino.debug(fieldsOf(context), String(message));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.pino.trace({ context }, String(message));
  }
}

/** Objects among the arguments of Nest's logger are fields; the others are its context. */
const fieldsOf = (given: readonly unknown[]): object => ({
  ...given.filter(isFields).reduce((all, one) => ({ ...all, ...one }), {}),
  context: given.filter((one) => isGiven(one) && !isFields(one)),
});
/** Nest passes a stack that is missing as undefined. */
const isGiven = (one: unknown): boolean => one !== undefined && one !== null;
const isFields = (one: unknown): one is object => typeof one === 'object' && one !== null;
