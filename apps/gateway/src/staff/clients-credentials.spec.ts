import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { destinationOf } from '../forwarding/routes.js';
import { TestGateway } from '../gateway.fixture.js';

/** Every route of the operator in the gateway; it forwards none without authentication. The matrix of roles and routes is a system test. */
const { paths } = JSON.parse(readFileSync(join(process.cwd(), 'docs/operator.openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { readonly operationId: string }>>;
};
const routes = Object.entries(paths)
  .filter(([path]) => path.startsWith('/operator/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method as 'get' | 'post' | 'put',
      path: path.replace(/\{\w+\}/g, 'unknown'),
      operation,
    })),
  )
  .filter(({ path }) => path !== '/operator/v1/auth/token' && destinationOf(path) === null);

describe('each route of the operator in the gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

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
