/**
 * The stable codes of all refusals, as keys. Each contract package adds the codes of its service by declaration
 * merging; the HTTP layer looks up status, title and meaning in the merged table of `@corridor/services`.
 */
export interface ProblemCodes {}

export type ProblemCode = keyof ProblemCodes;

/** One issue of a request. `pointer` is a JSON pointer (`#/amount`) or `?q`. */
export interface FieldIssue {
  readonly pointer: string;
  /** In the text of a query: the index of the character, in UTF-16 units as in JavaScript. */
  readonly position?: number;
  readonly code: string;
  readonly detail: string;
}

/** The domain rejected the request. Any other exception is a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ProblemCode,
    /** Details of this case. Default: the meaning of the problem. */
    readonly detail?: string,
    /** More fields of the problem document, such as `errors` or `requiredPermission`. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`);
  }
}

/** A refusal without a stack: it is a response, not a defect, and to capture the stack would cost more than most checks. */
export function refuse(code: ProblemCode, detail?: string, extra?: Record<string, unknown>): Refusal {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Refusal(code, detail, extra);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
