/** What is wrong with a field, which a JSON pointer names: `#/bankAccount/iban`, or with the query: `?q`. */
export interface FieldProblem {
  readonly pointer: string;
  /** Of a query: the index of the character. */
  readonly position?: number;
  readonly detail: string;
}

/** A problem document of the API (RFC 9457), as an error. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly requestId: string | null,
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

/** No response came: Corridor is not there, or the connection was lost. */
export class NoResponse extends Error {}

/** @throws NoResponse */
export async function responseTo(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    throw new NoResponse(`no response to ${init.method} ${path}`, { cause });
  }
}

interface Body {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldProblem[];
}

/** Also of a response that is none of Corridor, as a proxy sends it. */
export async function problemIn(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Body;
  const details = body.errors?.map(({ detail }) => detail).join(' ');
  return new Problem(
    response.status,
    body.code ?? 'unknown',
    body.title ?? response.statusText,
    details ?? body.detail ?? '',
    body.requestId ?? null,
    body.errors,
  );
}

/** There is no such record, none of this client, or none yet. */
export const isUnknown = (error: Error | null): boolean => error instanceof Problem && error.status === 404;

/** A request that was refused is refused again; any other may work later, or has worked without our knowing. */
export const mayWorkLater = (error: Error): boolean =>
  !(error instanceof Problem) || error.status === 429 || error.status >= 500;
