import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Fields, replaced } from './fields.js';
import { type Mutation, type World, lists, newWorld, pathOf } from './routes.js';
import type { RawRequest } from './socket.js';
import { DEMO_STAFF_LOGIN, loggedInStaff } from './staff.js';
import { operator } from './system.js';
import { type Attempt, type ReplyCheck, admitted, issuesOf, refused } from './reply-checks.js';

export const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
/** With the password of the demo administrator. @returns the email address */
async function newMember(): Promise<string> {
  const login = { ...DEMO_STAFF_LOGIN, email: `${randomUUID()}@corridor.example` };
  await operator.post('/operator/v1/staff', { ...login, firstName: 'A', lastName: 'B', roles: ['support'] });
  return login.email;
}

export const newKey = () => `X-Idempotency-Key: ${randomUUID()}`;
export const JSON_TYPE = 'Content-Type: application/json';

async function credentialOf({ by }: Mutation, { api, login }: World) {
  if (by === 'staff') return (await loggedInStaff(operator.url)).credential;
  if (by === 'member') return (await loggedInStaff(operator.url, await newMember())).credential;
  if (by !== 'user')
    return { operator: operator.credential, client: api.credential, nobody: {} }[by ?? 'client'];
  const { body } = await operator.post('/v1/auth/token', login, { key: null });
  return { Authorization: `Bearer ${body.data.accessToken}` };
}

/** Every request changes it, also one that is refused. */
const recorded = lists.filter((list) => list !== '/v1/request-log');

/** All data of a client, by where they are read. */
type Picture = ReadonlyMap<string, unknown>;

async function pictureOf({ api }: World): Promise<Picture> {
  const picture = new Map<string, unknown>();
  for (const target of [...recorded.map((list) => `${list}?limit=1000`), '/v1/auth/who-am-i']) {
    const { status, body } = await admitted({ target, headers: lines(api.credential) });
    const data = target.startsWith('/v1/quotes') ? body.data?.map(withoutExpiry) : body.data;
    picture.set(target, status === 200 ? data : status);
  }
  return picture;
}

/** A quote as it is at any time, unless it is used: it expires by itself after a minute. */
const withoutExpiry = (quote: Fields): Fields =>
  quote['status'] === 'USED' ? quote : { ...quote, status: null, statusHistory: null, auditHistory: null };

/** The last known data of each client, unchanged since then. */
const pictures = new WeakMap<World, Picture>();

/** The issues of replies to attempts that must change nothing. */
export async function noEffect(world: World, attempts: readonly Attempt[]): Promise<string[]> {
  const before = pictures.get(world) ?? (await pictureOf(world));
  const issues = await issuesOf(attempts);
  const after = await pictureOf(world);
  pictures.set(world, after);
  const changed = [...after.keys()].filter(
    (target) => !isDeepStrictEqual(after.get(target), before.get(target)),
  );
  const differences = changed.map((target) => difference(target, before.get(target), after.get(target)));
  return [...issues, ...differences.map((one) => `${attempts[0]?.name}: ${world.name} has changed: ${one}`)];
}

/** The first record that differs, as it was and as it is. */
function difference(target: string, before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((data) => (Array.isArray(data) ? data : [data]) as unknown[]);
  const n = now!.findIndex((one, i) => !isDeepStrictEqual(one, old![i]));
  return [target, ...[old, now].map((records) => JSON.stringify(records![n]))].join('\n');
}

/** A mutation, a client for it, and a valid request. */
export class Target {
  private constructor(
    readonly mutation: Mutation,
    readonly world: World,
    readonly path: string,
    readonly credential: readonly string[],
    readonly body: Fields | undefined,
  ) {}

  static async of(mutation: Mutation): Promise<Target> {
    const world = await newWorld();
    const path = pathOf(mutation.route, (await mutation.id?.(world)) ?? ':id');
    const credential = await credentialOf(mutation, world);
    return new Target(mutation, world, path, lines(credential), mutation.body?.(world));
  }

  request(changes: Partial<RawRequest> = {}): RawRequest {
    return {
      method: this.mutation.method,
      target: this.path,
      headers: this.headers(),
      body: this.body ? JSON.stringify(this.body) : '',
      ...changes,
    };
  }

  headers({
    credential = this.credential,
    key = [newKey()],
    type = [JSON_TYPE],
  }: { credential?: readonly string[]; key?: readonly string[]; type?: readonly string[] } = {}): string[] {
    return [...credential, ...key, ...type];
  }

  attempt(name: string, changes: Partial<RawRequest>, check: ReplyCheck): Attempt {
    return {
      name: `${this.mutation.method} ${this.mutation.route}: ${name.slice(0, 80)}`,
      request: this.request(changes),
      check,
    };
  }

  /** One attempt with the same JSON in all these fields, which must be refused with each field named. */
  withFields(paths: readonly string[], json: string): Attempt[] {
    if (paths.length === 0) return [];
    const mark = randomUUID();
    const marked = paths.reduce((fields, path) => replaced(fields, path, mark), this.body ?? {});
    const body = JSON.stringify(marked).replaceAll(`"${mark}"`, () => json);
    return [this.attempt(`${paths.join()} = ${json}`, { body }, refusedNaming(paths))];
  }
}

function refusedNaming(paths: readonly string[]): ReplyCheck {
  return (reply) => {
    const named: string[] = (reply.body?.errors ?? []).map(
      ({ pointer }: { pointer: string }) => `${pointer}/`,
    );
    const unnamed = paths.filter(
      (path) => !named.some((one) => one.startsWith(`#/${path.replaceAll('.', '/')}/`)),
    );
    const isDeep = /^Nested deeper/.test(reply.body?.detail as string);
    const issue = unnamed.length === 0 || isDeep ? null : `does not name ${unnamed.join()}: ${reply.text}`;
    return refused(400)(reply) ?? issue;
  };
}
