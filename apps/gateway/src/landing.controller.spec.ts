import * as testing from '@corridor/testing';
import { TestGateway } from './test-gateway.js';

test('whoever only knows the address finds a way on', async () => {
  const gateway = await TestGateway.start(testing);
  const json = await gateway.get('/');
  expect(json.json().data).toMatchObject({
    name: 'Corridor',
    environment: 'SANDBOX',
    links: expect.arrayContaining(['/problems']),
  });
  const page = await gateway.get('/', { accept: 'text/html' });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('href="/problems"');
  await gateway.stop();
});
