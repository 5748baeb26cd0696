import { resendGivenUp } from './given-up.js';

interface Sent {
  readonly path: string;
  readonly key: string | null;
}

const one = (id: string, more: object = {}) => ({
  ...{ id, sentOn: null, lockedUntil: null, attemptCount: 10, lastError: 'busy' },
  ...more,
});
const page = (data: object[], nextCursor: string | null) => ({ data, meta: { nextCursor } });

const given = globalThis.fetch;
afterEach(() => (globalThis.fetch = given));

/** An API that has these responses, in their order, and a session. */
function responding(...responses: [status: number, body: object][]): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (input, init) => {
    const path = input as string;
    if (path.startsWith('/console/session'))
      return Response.json({ data: { accessToken: 'a', expiresIn: 1800 } });
    sent.push({ path, key: new Headers(init?.headers).get('x-idempotency-key') });
    const [status, body] = responses.shift() ?? [500, {}];
    return Response.json(body, { status });
  };
  return sent;
}

test('what was given up is resent from all pages, with a key that a second run has too, and again after a 429', async () => {
  const sent = responding(
    [200, page([one('whn_1'), one('whn_2', { sentOn: '2026-11-28T10:00:00.000' })], 'next')],
    [429, { code: 'rate_limited' }],
    [200, {}],
    [200, page([one('whn_3', { lockedUntil: '2026-11-28T10:00:00.000' }), one('whn_4')], null)],
    [200, {}],
  );
  const counts: number[] = [];
  const resent = await resendGivenUp('/v1/list', '2026-11-27T10:00', (count) => counts.push(count));
  expect([resent, counts]).toEqual([2, [1, 2]]);
  expect(sent.filter(({ key }) => key !== null)).toEqual([
    { path: '/v1/webhook-notifications/whn_1/redeliver', key: 'redeliver-whn_1' },
    { path: '/v1/webhook-notifications/whn_1/redeliver', key: 'redeliver-whn_1' },
    { path: '/v1/webhook-notifications/whn_4/redeliver', key: 'redeliver-whn_4' },
  ]);
  const [first, second] = sent
    .filter(({ key }) => key === null)
    .map(({ path }) => new URLSearchParams(path.split('?')[1]));
  expect(first?.get('q')).toBe('AND(createdOn >= "2026-11-27T10:00",attemptCount >= "10")');
  expect([first?.get('cursor'), second?.get('cursor')]).toEqual([null, 'next']);
});

test('a refusal ends it', async () => {
  responding([200, page([one('whn_1')], null)], [409, { code: 'subscription_ended' }]);
  const resent = resendGivenUp('/v1/list', '2026-11-27T10:00', () => undefined);
  await expect(resent).rejects.toMatchObject({ code: 'subscription_ended' });
});
