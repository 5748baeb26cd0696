import type { Problem } from './problem.js';
import { problemIn, responseTo } from './problem.js';

/** The session is a cookie that scripts cannot read (ADR 95). For it the console gets access tokens, which it keeps in memory alone. */
const PATH = '/console/session';

/** A token is renewed this long before it expires. */
const EARLY_MS = 60_000;

interface Token {
  readonly value: string;
  readonly until: number;
}

let token: Token | null = null;
let renewing: Promise<string | null> | null = null;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** @throws Problem of the login */
export async function signIn(credentials: Credentials): Promise<void> {
  keep(await post('', credentials));
}

export async function signOut(): Promise<void> {
  token = null;
  await post('/end');
}

/** A token for the API, a new one if the last expires soon. @returns null if somebody has to sign in */
export function accessToken(): Promise<string | null> {
  if (token && performance.now() < token.until) return Promise.resolve(token.value);
  return renew();
}

/** Requests that need a token at the same time share one. */
export function renew(): Promise<string | null> {
  renewing ??= renewed().finally(() => (renewing = null));
  return renewing;
}

async function renewed(): Promise<string | null> {
  token = null;
  try {
    return keep(await post('/renew'));
  } catch (error) {
    if ((error as Problem).status === 401) return null;
    throw error;
  }
}

interface Issued {
  readonly accessToken: string;
  readonly expiresIn: number;
}

function keep({ accessToken: value, expiresIn }: Issued): string {
  token = { value, until: performance.now() + expiresIn * 1000 - EARLY_MS };
  return value;
}

async function post(path: string, body?: object): Promise<Issued> {
  const response = await responseTo(`${PATH}${path}`, {
    method: 'POST',
    headers: { 'x-corridor-console': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemIn(response);
  return ((await response.json()) as { data: Issued }).data;
}
