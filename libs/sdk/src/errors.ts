import type { Problem } from './generated/schemas.js';

export type ProblemCode = Problem['code'];

/** What is known of a call that failed. */
export interface CallTrace {
  /** Give it to the operator: it is in the logs, and finds the timeline. The same in all attempts of a call. */
  readonly requestId: string;
  /** Of a command: repeating it with this key has no second effect. */
  readonly idempotencyKey: string | null;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** A call failed: see the two kinds below. */
export abstract class CorridorError extends Error implements CallTrace {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly attempts: number;

  constructor(message: string, { requestId, idempotencyKey, attempts }: CallTrace, options?: ErrorOptions) {
    super(message, options);
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.attempts = attempts;
  }
}

/** Corridor refused the request. */
export class ProblemError extends CorridorError {
  override readonly name = 'ProblemError';
  /** A later version of Corridor can have codes that this type does not know. */
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  /** The issues of the request, each with the field; empty for other problems. */
  readonly errors: NonNullable<Problem['errors']>;
  /** The address of the page about this problem. */
  readonly link: string;

  constructor(
    readonly problem: Problem,
    url: string,
    trace: CallTrace,
  ) {
    super(messageOf(problem), trace);
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.link = problem.type.startsWith('/') ? url + problem.type : problem.type;
  }
}

/** A single issue is usually the detail already. */
const messageOf = ({ code, detail, errors = [] }: Problem): string => {
  const issues = errors.map((one) => `${one.pointer}: ${one.detail}`);
  return [`${code}: ${detail}`, ...issues.filter((issue) => issue !== detail)].join(' ');
};

/**
 * No response came, or none that Corridor sends. Whether a command took effect is not known: repeat it with
 * `idempotencyKey`, and the effect is there once.
 */
export class NoResponseError extends CorridorError {
  override readonly name = 'NoResponseError';
  /** Of the response, if there was one. */
  readonly status: number | null;
  /** The beginning of its body. */
  readonly excerpt: string | null;

  constructor(
    message: string,
    trace: CallTrace,
    { status, excerpt, cause }: { status?: number; excerpt?: string; cause?: unknown } = {},
  ) {
    super(message, trace, { cause });
    this.status = status ?? null;
    this.excerpt = excerpt ?? null;
  }
}

/** Whether an error is a problem with one of these codes; with any, if none is given. */
export const isProblem = <Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is ProblemError & { readonly code: Code } =>
  error instanceof ProblemError && (codes.length === 0 || (codes as ProblemCode[]).includes(error.code));
