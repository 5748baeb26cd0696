import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sampleApp } from '../sample-app.fixture.js';

describe('checked input', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  afterAll(() => app.close());

  const headers = { 'x-client': 'cli_1', 'x-idempotency-key': 'k', 'content-type': 'application/json' };
  const issues = async (payload: string, url = '/v1/orders') => {
    const response = await app.inject({ method: 'POST', url, payload, headers });
    expect(response.statusCode).toBe(400);
    return response
      .json()
      .errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };
  const query = async (text: string, path = '/v1/orders') => {
    const response = await app.inject({ url: `${path}?${text}`, headers });
    const errors: { pointer: string; code: string }[] = response.json().errors ?? [];
    return response.statusCode === 200 ? 200 : errors.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  test("all issues are reported at once, in the fields' own words", async () => {
    const body = {
      amount: 0,
      ccyCode: 'eur',
      on: '2026-13-01',
      narrative: 'too long',
      more: 1,
      address: { lines: ['', 5], x: 1 },
    };
    expect((await issues(JSON.stringify(body))).sort()).toEqual([
      '#/address/lines/0 too_short',
      '#/address/lines/1 not_text',
      '#/address/x unknown_field',
      '#/amount not_positive',
      '#/ccyCode unknown_currency',
      '#/more unknown_field',
      '#/narrative too_long',
      '#/on not_a_date',
    ]);
  });

  test('each issue has a detail, and the document is a problem document', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/orders',
      payload: '{"amount":1,"ccyCode":"EUR"}',
      headers,
    });
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toEqual({
      type: '/problems/invalid_request',
      title: 'Invalid request',
      status: 400,
      detail: '#/narrative: This field is required.',
      instance: '/v1/orders',
      code: 'invalid_request',
      requestId: response.headers['x-request-id'],
      errors: [{ pointer: '#/narrative', code: 'required', detail: 'This field is required.' }],
    });
  });

  test('a missing body lacks all required fields', async () => {
    expect(await issues('')).toEqual(['#/amount required', '#/ccyCode required', '#/narrative required']);
  });

  test.each(['[]', '"text"', '12', 'true', '[{"amount":1}]'])('%s is not a body', async (payload) =>
    expect(await issues(payload)).toEqual(['# not_an_object']),
  );

  test('a thousand unknown fields get a response of limited length', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i]));
    expect((await issues(JSON.stringify(body))).length).toBe(50);
  });

  test('amounts are exact for their currency', async () => {
    const order = (amount: number, ccyCode: string) => JSON.stringify({ amount, ccyCode, narrative: 'x' });
    expect(await issues(order(1.234, 'EUR'))).toEqual(['#/amount too_many_decimals']);
    expect(await issues(order(1.5, 'JPY'))).toEqual(['#/amount too_many_decimals']);
    expect(await issues(order(1e12, 'EUR'))).toEqual(['#/amount too_large']);
    expect(await issues(order(1e-7, 'EUR'))).toEqual(['#/amount too_many_decimals']);
  });

  test.each([
    ['', 200],
    ['offset=0&limit=1', 200],
    ['limit=1000', 200],
    ['sortBy=a:ASC&sortBy=b:DESC&q=', 200],
    ['limit=0', ['?limit out_of_range']],
    ['limit=1001', ['?limit out_of_range']],
    ['limit=1e2', ['?limit out_of_range']],
    ['limit=+5', ['?limit out_of_range']],
    ['limit=5.0', ['?limit out_of_range']],
    ['limit=', ['?limit out_of_range']],
    ['offset=-1', ['?offset out_of_range']],
    ['offset=99999999999999999999', ['?offset out_of_range']],
    ['offset=1&offset=2', ['?offset repeated']],
    ['q=a&q=b', ['?q repeated']],
    ['q=%00', ['?q unprintable']],
    ['colour=red', ['?colour unknown_field']],
    ['limit[]=1', ['?limit[] unknown_field']],
    ['toString=1', ['?toString unknown_field']],
    ['__proto__=1', ['?__proto__ unknown_field']],
    ['constructor=1', ['?constructor unknown_field']],
    ['sortBy=%00', ['?sortBy/0 unprintable']],
  ])('the query %j', async (text, expected) => expect(await query(text)).toEqual(expected));

  test('a single parameter cannot be repeated', async () => {
    expect(await query('pair=a', '/v1/single')).toBe(200);
    expect(await query('pair=a&pair=b', '/v1/single')).toEqual(['?pair repeated']);
    expect(await query('pair=%00', '/v1/single')).toEqual(['?pair unprintable']);
  });

  test('an id that no store can hold is an unknown id', async () => {
    const response = await app.inject({ url: '/v1/orders/a%00b', headers });
    expect(response.json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});
