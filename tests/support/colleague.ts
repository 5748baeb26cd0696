import { randomUUID } from 'node:crypto';
import { Api } from './api.js';
import { type TestClient, operator } from './system.js';

/** Another user of a client, with an API key. @param more such as `permissions` */
export async function colleagueOf(
  { clientId }: Pick<TestClient, 'clientId'>,
  by: Api = operator,
  more: object = {},
) {
  const login = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  const person = { firstName: 'Mia', lastName: 'Maker', ...login, ...more };
  const user = await by.post(`/operator/v1/clients/${clientId}/users`, person);
  const userId = user.body.data.id as string;
  const key = await by.post(`/operator/v1/users/${userId}/api-keys`, { label: 'test' });
  return { userId, login, api: new Api(by.url, { 'x-api-key': key.body.data.secret as string }) };
}

/** Makes a user a maker, a checker, or both. */
export async function approvalOf(userId: string, rights: object, by: Api = operator): Promise<void> {
  const body = { makerLimit: null, isChecker: false, checkerLimit: null, ...rights };
  const { status, text } = await by.put(`/operator/v1/users/${userId}/approval`, body);
  if (status !== 200) throw new Error(text);
}
