import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Role, permissionsOf, roleNames, roles, staffPermissions } from '@corridor/gateway-contract';
import { TestGateway } from '../gateway.fixture.js';

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
      method: method as 'get' | 'post' | 'put',
      path: path.replace(/\{\w+\}/g, 'unknown'),
      operation,
      permission: operation['x-required-permission'],
    })),
  )
  .filter(({ path }) => path !== '/operator/v1/auth/token');

describe('each route of the operator', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  test('names a permission that exists', () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter(({ permission }) => !permission || !(permission in staffPermissions))).toEqual([]);
  });

  test.each(roleNames)('admits %s only where the role has the permission', async (role: Role) => {
    const login = { email: `${role}@corridor.example`, password: 'correct horse battery' };
    const person = { ...login, firstName: 'One', lastName: role, roles: [role] };
    expect((await gateway.post('/operator/v1/staff', person, gateway.staff)).status).toBe(200);
    const bearer = await gateway.staffBearer(login);
    const leaks: string[] = [];
    for (const { method, path, operation, permission } of routes) {
      const { status, problem } =
        method === 'get' ? await gateway.get(path, bearer) : await gateway[method](path, {}, bearer);
      const isAdmitted = (roles[role] as readonly string[]).includes(permission ?? '');
      const isRefused = status === 403 && problem?.requiredPermission === permission;
      if (status === 401 || isRefused === isAdmitted) leaks.push(`${operation.operationId}: ${status}`);
    }
    expect(leaks).toEqual([]);
  });

  test('admits the permissions of all roles that somebody has', () =>
    expect(new Set(permissionsOf(['support', 'onboarding']))).toEqual(
      new Set([...roles.support, ...roles.onboarding]),
    ));

  test('admits no client, and nobody', async () => {
    const ada = await gateway.person();
    const credentials = [{}, { 'x-api-key': ada.secret }, await gateway.bearer(ada)];
    const opened: string[] = [];
    for (const credential of credentials)
      for (const { method, path, operation } of routes) {
        const { status } =
          method === 'get'
            ? await gateway.get(path, credential)
            : await gateway[method](path, {}, credential);
        if (status !== 401) opened.push(`${operation.operationId}: ${status}`);
      }
    expect(opened).toEqual([]);
  });
});
