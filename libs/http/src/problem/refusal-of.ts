import { isDiskFull, isUnavailable } from '@corridor/event-store';
import { HttpException } from '@nestjs/common';
import { type ProblemCode, Refusal, refuse } from '@corridor/kernel';

/** Refusals of Nest and Fastify, by status. */
const BY_STATUS: Record<number, ProblemCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

/** The refusal for an error; null for a defect. Messages of other libraries are never shown. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // Before what means that Postgres is away: the connection of a sender is reset, too, and that is a 400.
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  const code = BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : null);
  if (code) return refuse(code);
  if (isDiskFull(error)) return refuse('unavailable', 'Nothing can be stored at the moment. Reads work.');
  return isUnavailable(error) ? refuse('unavailable') : null;
}

function statusCodeOf(error: unknown): number {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
