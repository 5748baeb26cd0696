import { problemIn, responseTo } from './problem.js';
import { accessToken, renew } from './session.js';

/** What the API returns for one record. */
interface Single<Row> {
  readonly data: Row;
}

/** What it returns for a search. */
export interface Found<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly totalCount: number; readonly offset: number; readonly limit: number };
}

/** Is called when the session has ended: somebody has to sign in again. */
export const session = { onEnd: (): void => undefined };

/** @throws Problem */
export const get = <Answer>(path: string): Promise<Answer> => send<Answer>(path, { method: 'GET' });

/** @throws Problem */
export const getOne = async <Row>(path: string): Promise<Row> => (await get<Single<Row>>(path)).data;

/** A file. @throws Problem */
export const getFile = async (path: string): Promise<Blob> => (await sent(path, { method: 'GET' })).blob();

/** A command. @param key the same if the request is repeated; one of its own unless given @throws Problem */
export const post = <Answer>(path: string, body?: object, key?: string): Promise<Answer> =>
  command<Answer>('POST', path, body, key);

/** A command that returns one record. @throws Problem */
export const postOne = async <Row>(path: string, body?: object, key?: string): Promise<Row> =>
  (await post<Single<Row>>(path, body, key)).data;

/** @throws Problem */
export const put = <Answer>(path: string, body: object): Promise<Answer> =>
  command<Answer>('PUT', path, body);

const command = <Answer>(method: string, path: string, body?: object, key = randomKey()): Promise<Answer> =>
  send<Answer>(path, {
    method,
    headers: { 'x-idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** `crypto.randomUUID` is missing on pages without HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const send = async <Answer>(path: string, init: RequestInit): Promise<Answer> =>
  (await (await sent(path, init)).json()) as Answer;

async function sent(path: string, init: RequestInit): Promise<Response> {
  let response = await authorised(path, init, await accessToken());
  // The sessions of the user were ended, or the clock of this machine is wrong: one more token, once.
  if (response.status === 401) response = await authorised(path, init, await renew());
  if (response.status === 401) session.onEnd();
  if (!response.ok) throw await problemIn(response);
  return response;
}

const authorised = (path: string, init: RequestInit, token: string | null): Promise<Response> =>
  responseTo(path, {
    ...init,
    headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
