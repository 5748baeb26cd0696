import { until } from '@corridor/testing';
import { Api, type Reply } from './api.js';

/** A member of staff, or a user of a client, who logs in with a password. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** One that they have chosen themselves, after the first login. */
  password: string;
  /** With the token of the last login. */
  api: Api;
}

const roles = {
  Ines: ['administrator'],
  Omar: ['administrator'],
  Nora: ['onboarding'],
  Noah: ['onboarding'],
  Carla: ['compliance'],
  Cedric: ['compliance'],
  Felix: ['finance'],
  Fiona: ['finance'],
  Dana: ['dealer'],
  David: ['dealer'],
  Olga: ['operations'],
  Oscar: ['operations'],
} as const;
export type Name = keyof typeof roles;
export type Staff = Readonly<Record<Name, Person>>;

/** The response to a command, which has to succeed. */
export function done({ status, text, body }: Reply): any {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.data;
}

/** What a second person has to approve. @returns the id of the approval */
export function asked({ status, text, body }: Reply): string {
  if (status !== 202 || body.data.status !== 'AWAITING_APPROVAL') throw new Error(`${status} ${text}`);
  return body.data.id as string;
}

/** The record that a command has returned which a second person has approved. */
export async function approved(request: Promise<Reply>, by: Person): Promise<any> {
  const id = asked(await request);
  const { outcome, status } = done(await by.api.post(`/operator/v1/approvals/${id}/approve`));
  if (status !== 'APPROVED' || outcome?.status !== 200) throw new Error(JSON.stringify(outcome));
  return outcome.response;
}

/** The same if something fails meanwhile: the second person approves until it has taken effect. */
export async function approvedWhile(
  request: Promise<Reply>,
  by: Person,
  fails: () => Promise<void>,
): Promise<any> {
  const path = `/operator/v1/approvals/${asked(await request)}`;
  const approving = by.api.post(`${path}/approve`).catch(() => null);
  await fails();
  await approving;
  let outcome: any;
  await until(async () => {
    const approval = done(await by.api.get(path));
    if (approval.status === 'AWAITING_APPROVAL') await by.api.post(`${path}/approve`);
    outcome = approval.outcome;
    return outcome?.succeeded === true;
  });
  return outcome.response;
}

/** At `/operator/v1/auth/token` or `/v1/auth/token`. A password that staff have given is replaced. */
export async function logIn(url: string, person: Person, path = '/operator/v1/auth/token'): Promise<Api> {
  const { email, password } = person;
  /** As long as it is 503, which a busy machine can answer at the start. */
  const login = async (more: object = {}): Promise<Reply> => {
    let reply: Reply | undefined;
    await until(async () => {
      reply = await new Api(url, {}).post(path, { email, password, ...more }, { key: null });
      return reply.status !== 503;
    });
    return reply as Reply;
  };
  let response = await login();
  if (response.body.code === 'password_change_required') {
    person.password = `own ${password}`;
    response = await login({ newPassword: person.password });
  }
  const { accessToken } = done(response);
  person.api = new Api(url, { authorization: `Bearer ${accessToken}` });
  return person.api;
}

/** The first administrator with the key of the operator, the second one alone, all others with the approval of a second person. */
export async function hireStaff(url: string, operatorKey: string): Promise<Staff> {
  const byKey = new Api(url, { 'x-operator-key': operatorKey });
  const staff: Partial<Record<Name, Person>> = {};
  for (const name of Object.keys(roles) as Name[]) {
    const email = `${name.toLowerCase()}@corridor.example`;
    const password = `what only ${name} could know`;
    const person = { firstName: name, lastName: 'Staff', email, password, roles: roles[name] };
    const { Ines, Omar } = staff;
    const request = (Ines?.api ?? byKey).post('/operator/v1/staff', person);
    if (Omar) await approved(request, Omar);
    else done(await request);
    staff[name] = { id: '', name: `${name} Staff`, email, password, api: new Api(url, {}) };
    await logIn(url, staff[name]);
  }
  return staff as Staff;
}
