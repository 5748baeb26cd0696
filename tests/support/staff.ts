import { Api } from './api.js';

/** The demo administrator of a sandbox. */
export const DEMO_STAFF = { 'x-api-key': 'ok_sandbox_demo_administrator' };

export const DEMO_STAFF_LOGIN = {
  email: 'staff@corridor.example',
  password: 'corridor-staff-password',
};

/** The demo administrator, or a colleague with the same password, with a token. */
export async function loggedInStaff(url: string, email = DEMO_STAFF_LOGIN.email): Promise<Api> {
  const login = { ...DEMO_STAFF_LOGIN, email };
  const { body } = await new Api(url, {}).post('/operator/v1/auth/token', login, { key: null });
  return new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
}

/** A colleague in PRODUCTION, who has replaced the password that `by` gave. */
export async function hired(by: Api, email: string, roles: readonly string[]): Promise<Api> {
  const login = { email, password: 'seven ships in a row' };
  await by.post('/operator/v1/staff', { firstName: 'Carla', lastName: 'Conti', ...login, roles });
  const own = { ...login, newPassword: 'eight ships in a row' };
  const { text, body } = await new Api(by.url, {}).post('/operator/v1/auth/token', own, { key: null });
  if (!body.data) throw new Error(text);
  return new Api(by.url, { authorization: `Bearer ${body.data.accessToken}` });
}

const ROLES = ['administrator', 'onboarding', 'operations', 'finance'];

/** Somebody who may do everything in a system without demo data, created with the operator key. */
export async function firstAdministrator(url: string, operatorKey: string): Promise<Api> {
  const login = { email: 'first@corridor.example', password: 'harbour lights at nine' };
  const person = { ...login, firstName: 'First', lastName: 'Administrator', roles: ROLES };
  const nobody = new Api(url, {});
  const made = await new Api(url, { 'x-operator-key': operatorKey }).post('/operator/v1/staff', person);
  const { status, text, body } = await nobody.post('/operator/v1/auth/token', login, { key: null });
  if (status !== 200) throw new Error(`no administrator: ${made.text} ${text}`);
  return new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
}
