import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles, staffPermissions } from '@corridor/services';
import { Api } from './support/api.js';
import { operator, url } from './support/system.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-required-permission'?: string;
}

/** Every route of the operator: a spec of the all-in-one composition proves that the document lists exactly the routes there are. */
const { paths } = JSON.parse(readFileSync(join(process.cwd(), 'docs/operator.openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const routes = Object.entries(paths)
  .filter(([path]) => path.startsWith('/operator/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
      path: path.replace(/\{\w+\}/g, 'unknown'),
      operation,
      permission: operation['x-required-permission'],
    })),
  )
  .filter(({ path }) => path !== '/operator/v1/auth/token');

/** Of no effect: commands lack their idempotency key. */
const ask = (api: Api, { method, path }: (typeof routes)[number]) =>
  method === 'GET' ? api.get(path) : api.send(method, path, {}, { key: null });

/** With a key of the role alone; the demo administrator creates the member. */
async function memberIn(role: string): Promise<Api> {
  const login = { email: `${randomUUID()}@corridor.example`, password: 'correct horse battery' };
  const person = { ...login, firstName: 'One', lastName: role, roles: [role] };
  const made = await operator.post('/operator/v1/staff', person);
  const { body, status, text } = await new Api(url, {}).post('/operator/v1/auth/token', login, { key: null });
  if (status !== 200) throw new Error(`${made.text} ${text}`);
  return new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
}

describe('each route of the operator', () => {
  test('names a permission that exists', () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter(({ permission }) => !permission || !(permission in staffPermissions))).toEqual([]);
  });

  test.each(Object.entries(roles))(
    'admits %s only where the role has the permission',
    async (role, admitted: readonly string[]) => {
      const member = await memberIn(role);
      const leaks: string[] = [];
      for (const route of routes) {
        const { status, body } = await ask(member, route);
        const isAdmitted = admitted.includes(route.permission ?? '');
        const isRefused = status === 403 && body.requiredPermission === route.permission;
        if (status === 401 || isRefused === isAdmitted)
          leaks.push(`${route.operation.operationId}: ${status}`);
      }
      expect(leaks).toEqual([]);
    },
  );
});
