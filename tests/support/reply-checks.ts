import { problems } from '@corridor/services';
import type { Reply } from './api.js';
import { type RawRequest, sendRaw } from './socket.js';
import { url } from './system.js';

/** The issue of a reply, or null. */
export type ReplyCheck = (reply: Reply) => string | null;

/** Refused with one of these statuses, by a problem document without internals (decisions §1). */
export const refused =
  (...statuses: number[]): ReplyCheck =>
  (reply) =>
    statuses.includes(reply.status) ? problemIssue(reply) : `status ${reply.status}`;

/** Accepted or refused, but without a defect. */
export const acceptedOrRefused: ReplyCheck = (reply) => {
  if (reply.status === 200) return null;
  return reply.status >= 400 && reply.status < 500 ? problemIssue(reply) : `status ${reply.status}`;
};

const INSIDE =
  /\bat .+\.[jt]s:\d|node_modules|\.[jt]s\b|relation "|syntax error|violates|pg_|SELECT |INSERT /;

function problemIssue({ status, headers, body, text }: Reply): string | null {
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    return `${status} is no problem document: ${text.slice(0, 200)}`;
  const { code, instance, type, detail, requestId, ...more } = body ?? {};
  if (problems[code as keyof typeof problems]?.status !== status) return `${status} with code ${code}`;
  const isWhole = type === `/problems/${code}` && typeof detail === 'string' && typeof instance === 'string';
  if (!isWhole || body.status !== status) return `a strange document: ${text.slice(0, 200)}`;
  if (!requestId || requestId !== headers.get('x-request-id')) return 'no requestId';
  return INSIDE.test(JSON.stringify({ detail, more })) ? `shows its inside: ${text}` : null;
}

export interface Attempt {
  readonly name: string;
  readonly request: RawRequest;
  readonly check: ReplyCheck;
}

/** Makes the attempts one after the other and returns the issues of their replies, one line each. */
export async function issuesOf(attempts: readonly Attempt[]): Promise<string[]> {
  const issues: string[] = [];
  for (const { name, request, check } of attempts) {
    const issue = check(await admitted(request));
    if (issue !== null) issues.push(`${name.slice(0, 80)}: ${issue}`);
  }
  return issues;
}

/** On a busy machine a service may not respond in time; one that never does is an issue. */
const UNAVAILABLE_TIMES = 3;

/** Sends until the limit of the client lets it through, and again what is unavailable, as its document says. */
export async function admitted(request: RawRequest): Promise<Reply> {
  for (let unavailable = 0; ;) {
    const reply = await sendRaw(url, request);
    if (reply.status === 503) unavailable += 1;
    if (reply.status !== 429 && (reply.status !== 503 || unavailable > UNAVAILABLE_TIMES)) return reply;
    const seconds = Number(reply.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}
