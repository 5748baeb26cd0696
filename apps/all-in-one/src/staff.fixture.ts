import { roleNames } from '@corridor/gateway';
import { NotAuthenticated, Api } from './seed/api.js';

const LOGIN = { email: 'ines@corridor.example', password: 'an administrator of specs' };

/** The credential of somebody with all roles in a system of a spec; the first call creates them. */
export async function staffOf(url: string, operatorKey: string): Promise<Record<string, string>> {
  const api = new Api(url, { 'x-operator-key': operatorKey }, 'spec');
  const logIn = () => api.token('/operator/v1/auth/token', LOGIN.email, LOGIN.password);
  const person = { ...LOGIN, firstName: 'Ines', lastName: 'Almeida', roles: roleNames };
  const create = () =>
    api.post('/operator/v1/staff', person, 'administrator').catch((error: unknown) => {
      if (!(error instanceof NotAuthenticated)) throw error;
    });
  return { authorization: `Bearer ${(await logIn()) ?? (await create().then(logIn))}` };
}
