import type { Problem } from '@corridor/contracts';
import type { ProblemCode, Refusal } from '@corridor/kernel';
import { problems } from '@corridor/services';

/** The headers of every response, unless its route has others: it belongs to one caller, and is what its type says. */
export const NEVER_STORED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** The RFC 9457 document of a refusal (decisions §1). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path of the request, without its query. */
  readonly instance: string;
  readonly code: ProblemCode;
  readonly requestId: string;
  readonly [member: string]: unknown;
}

export const problemPath = (code: ProblemCode): string => `/problems/${code}`;

export function problemOf(
  { code, detail, extra }: Refusal,
  instance: string,
  requestId: string,
): ProblemDocument {
  const { status, title, meaning } = problems[code];
  return {
    type: problemPath(code),
    title,
    status,
    detail: detail ?? meaning,
    instance,
    code,
    requestId,
    ...extra,
  };
}

/** The headers that belong to a refusal. */
export const problemHeaders = (code: ProblemCode): Readonly<Record<string, string>> => HEADERS[code];

function headersOf(code: ProblemCode): Record<string, string> {
  const { status, retryAfter }: Problem = problems[code];
  return {
    'content-type': PROBLEM_JSON,
    ...NEVER_STORED,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="corridor"' }),
  };
}

const HEADERS = Object.fromEntries(
  (Object.keys(problems) as ProblemCode[]).map((code) => [code, headersOf(code)]),
) as Record<ProblemCode, Record<string, string>>;
