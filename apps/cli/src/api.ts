/** A response that is not a success, as the server describes it (RFC 9457). */
export interface Problem {
  /** The page that says what to do. */
  readonly type?: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly requiredPermission?: string;
}

export class Refused extends Error {
  /** @param isForLogin whether a login helps if the caller is not known */
  constructor(
    readonly problem: Problem,
    readonly isForLogin = true,
  ) {
    super(problem.title);
  }
}

/** A server that does not respond, or not as Corridor does. */
export class Unreachable extends Error {}

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a success: JSON, the text of another format, or the bytes of a document. @throws Refused, Unreachable */
export async function send(url: string, { method, path, body, headers }: Request): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      accept: 'application/json, */*',
      'user-agent': 'corridor-cli',
      ...(body !== undefined && JSON_CONTENT),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(({ message, cause }: Error) => {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new Unreachable(`no response from ${url}: ${why}`);
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('application/pdf')) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (response.ok) return type.includes('application/json') ? JSON.parse(text) : text;
  if (!type.includes('application/problem+json'))
    throw new Unreachable(`${url} responded with ${response.status}, and is not Corridor`);
  throw new Refused(JSON.parse(text) as Problem);
}

const JSON_CONTENT = { 'content-type': 'application/json' };
