import type { LoggedRequest } from '../../api/records.js';
import { NEW_KEY } from '../../ui/new-key.js';

type Request = Pick<LoggedRequest, 'method' | 'path' | 'body'>;

/** What stands for a text that is not kept. */
export const HIDDEN = '…';

/** A search by POST changes nothing, so it has no key. */
export const isCommand = ({ method, path }: Request): boolean =>
  method !== 'GET' && !(path.split('?')[0] ?? '').endsWith('/search');

/** The path as it reads, without the encoding of a query. */
export const readable = (path: string): string => decodeURIComponent(path.replaceAll('+', ' '));

export const hasHidden = ({ path, body }: Request): boolean =>
  `${readable(path)} ${body ?? ''}`.includes(HIDDEN);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request again, for a shell, with a new idempotency key. @param origin such as `https://corridor.example` */
export function asCurl(of: Request, origin: string): string {
  const { method, path, body } = of;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    `-H "X-API-KEY: $KEY"`,
    ...(isCommand(of) ? [`-H "X-IDEMPOTENCY-KEY: ${NEW_KEY}"`] : []),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** The same in TypeScript, without a library. */
export function asTypeScript(of: Request, origin: string): string {
  const { method, path, body } = of;
  const headers = [
    `'X-API-KEY': env.KEY`,
    ...(isCommand(of) ? [`'X-IDEMPOTENCY-KEY': crypto.randomUUID()`] : []),
    ...(body === null ? [] : [`'Content-Type': 'application/json'`]),
  ];
  return [
    `import { env } from 'node:process';`,
    `const response = await fetch(${JSON.stringify(origin + path)}, {`,
    `  method: '${method}',`,
    `  headers: {`,
    ...headers.map((header) => `    ${header},`),
    `  },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${body}),`]),
    `});`,
    `const { data } = await response.json();`,
  ].join('\n');
}
