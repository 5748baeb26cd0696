/**
 * The stable codes of all refusals, as keys. Each contract package adds the codes of its service by declaration merging;
 * status, title and meaning are looked up at the HTTP edge, in the merged table of `@corridor/services`.
 */
export interface ProblemCodes {}

export type ProblemCode = keyof ProblemCodes;

/** One issue of a request. `pointer` is a JSON pointer (`#/amount`) or `?q`. */
export interface FieldIssue {
  readonly pointer: string;
  /** In the text of a query: the index of the character, as JavaScript counts them. */
  readonly position?: number;
  readonly code: string;
  readonly detail: string;
}

/** The domain said no. Anything else that is thrown is a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ProblemCode,
    /** For this case; without one, the meaning of the problem is shown. */
    readonly detail?: string,
    /** More members of the problem document, such as `errors` or `requiredPermission`. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`);
  }
}

export const refuse = (code: ProblemCode, detail?: string, extra?: Record<string, unknown>): Refusal =>
  new Refusal(code, detail, extra);
