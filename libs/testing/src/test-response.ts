import type { FieldIssue } from '@corridor/kernel';

/** A response in the form that specs use. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As UTF-8. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** A repeated stored response. */
  readonly replayed: boolean;
  // Specs look into records of every shape.
  readonly data: any;
  readonly meta: any;
  /** Null for success. */
  readonly problem: ProblemBody | null;
}

interface ProblemBody {
  readonly code: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly requestId: string;
  readonly requiredPermission?: string;
  readonly errors?: readonly FieldIssue[];
}

/** What a service says to the gateway that a command would change, for the second person. */
export const effectOf = ({ headers }: TestResponse): string =>
  (JSON.parse(decodeURIComponent(headers['x-corridor-asked'] ?? '')) as { effect: string }).effect;

/** The status, and `pointer code` of each issue in the order of the alphabet. */
export const issues = ({ status, problem }: TestResponse): (number | string)[] => [
  status,
  ...(problem?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort(),
];

/** The parts of a body; its problem document, where it is one. */
export function contentOf(
  type: string | undefined,
  text: string,
): Pick<TestResponse, 'data' | 'meta' | 'problem'> {
  if (type?.startsWith('application/problem+json'))
    return { data: undefined, meta: undefined, problem: JSON.parse(text) as ProblemBody };
  const { data, meta } = type?.startsWith('application/json')
    ? (JSON.parse(text) as Partial<TestResponse>)
    : ({} as Partial<TestResponse>);
  return { data, meta, problem: null };
}
