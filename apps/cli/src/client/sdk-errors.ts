import { NoResponseError, ProblemError } from '@corridor/sdk';
import { Refused, Unreachable } from '../api.js';

/** An error of the SDK as the command line reports it; any other one as it is. */
export function asCliError(error: unknown, url: string): unknown {
  if (error instanceof ProblemError) return new Refused({ ...error.problem, type: error.link });
  if (!(error instanceof NoResponseError)) return error;
  const key = error.idempotencyKey;
  const repeated = key === null ? '' : `; to repeat it safely: --key ${key}`;
  const what = error.status === null ? `no response from ${url}: ${reasonOf(error)}` : error.message;
  return new Unreachable(what + repeated, { cause: error });
}

/** `fetch failed` has the reason as its cause. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return cause.cause === undefined
    ? cause.message || String((cause as NodeJS.ErrnoException).code)
    : reasonOf(cause);
}
