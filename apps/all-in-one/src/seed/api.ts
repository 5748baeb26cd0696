import { setTimeout } from 'node:timers/promises';

/** An earlier run has sent the request of this key with other values. */
export class CreatedWithOtherValues extends Error {}

/** The record has gone on since an earlier run. */
export class TooLate extends Error {}

/** The credential is not valid. */
export class NotAuthenticated extends Error {}

export interface Created {
  readonly id: string;
  /** Of an API key. */
  readonly secret?: string;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** Calls the running system as an integrator would: while it is not available, it waits and repeats the request. */
export class Api {
  constructor(
    private readonly url: string,
    private readonly credential: Readonly<Record<string, string>>,
    private readonly keyPrefix: string,
  ) {}

  /** @returns null if the credential is not known yet */
  async get<Body>(path: string): Promise<Body | null> {
    const response = await this.fetch(path, { headers: this.credential });
    if (response.status === 401) return null;
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** @returns the id of the record, also if an earlier run created it */
  async post(path: string, body: object, key: string): Promise<string> {
    return (await this.send('POST', path, body, key)).id;
  }

  put(path: string, body: object, key: string): Promise<Created> {
    return this.send('PUT', path, body, key);
  }

  /** @returns also what is contained in the response to a creation alone, unless an earlier run was long ago */
  async send(method: 'POST' | 'PUT', path: string, body: object, key: string): Promise<Created> {
    const response = await this.fetch(path, {
      method,
      headers: {
        ...this.credential,
        'content-type': 'application/json',
        'x-idempotency-key': `${this.keyPrefix}-${key}`,
      },
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as { data?: Created; code?: string; resourceId?: string };
    if (result.code === 'idempotency_key_reused') throw new CreatedWithOtherValues();
    if (result.code === 'illegal_transition') throw new TooLate(`${method} ${path}`);
    if (result.code === 'unauthenticated') throw new NotAuthenticated(`${method} ${path}`);
    if (result.code === 'idempotency_key_expired' && result.resourceId) return { id: result.resourceId };
    if (!result.data) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result)}`);
    return result.data;
  }

  /**
   * @param path of the operation that issues tokens
   * @returns null unless somebody has this password
   */
  async token(path: string, email: string, password: string): Promise<string | null> {
    const response = await this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (response.status === 401) return null;
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
  }

  /** @throws Error if there is no response for a minute */
  private async fetch(path: string, request: RequestInit): Promise<Response> {
    for (const deadline = Date.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
      const isLast = Date.now() > deadline;
      try {
        const response = await fetch(this.url + path, request);
        if (isLast || (response.status !== 503 && response.status !== 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast) throw error;
      }
    }
  }
}
