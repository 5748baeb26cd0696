import { TestGateway } from './gateway.fixture.js';

test('the landing page links to the documentation', async () => {
  const gateway = await TestGateway.start();
  const json = await gateway.get('/');
  expect(json.data).toMatchObject({
    name: 'Corridor',
    environment: 'SANDBOX',
    links: expect.arrayContaining(['/problems', '/docs/webhooks', '/asyncapi.json']),
  });
  const page = await gateway.get('/', { accept: 'text/html' });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('href="/problems"');
  await gateway.stop();
});
