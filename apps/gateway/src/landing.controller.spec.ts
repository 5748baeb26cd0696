import { TestGateway } from './gateway.fixture.js';

test('the landing page links to the documentation', async () => {
  const gateway = await TestGateway.start();
  const json = await gateway.get('/');
  expect(json.data).toMatchObject({
    name: 'Corridor',
    environment: 'SANDBOX',
    links: expect.arrayContaining(['/problems', '/docs/webhooks', '/docs/webhook-events', '/asyncapi.json']),
  });
  const page = await gateway.get('/', { accept: 'text/html' });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('<title>Wallets, currency conversion and payments · Corridor</title>');
  for (const path of ['/console', '/problems', '/docs/webhook-events'])
    expect(page.text).toContain(`href="${path}"`);
  await gateway.stop();
});
