import { createHmac } from 'node:crypto';
import { WebhookVerificationError, verify } from './webhooks.js';

const [secret, other] = ['a', 'b'].map(
  (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
) as [string, string];
const BODY = '{"id":"whn_1","eventType":"payment.sent","payload":{"amount":{"ccyCode":"EUR","value":0.10}}}';
const AT_SECONDS = 1_795_253_400;
const at = { nowMs: AT_SECONDS * 1_000 };

function signed(body = BODY, { by = secret, timestamp = String(AT_SECONDS) } = {}) {
  const key = Buffer.from(by.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`whn_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'whn_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
const forged = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(WebhookVerificationError);

test('a genuine event is returned, with exact amounts', async () => {
  const event = await verify(BODY, signed(), secret, at);
  expect(event).toMatchObject({ id: 'whn_1', payload: { amount: { value: '0.10' } } });
});

test('the body can be bytes, and the headers those of fetch or in any case', async () => {
  const headers = Object.entries(signed());
  const upper = headers.map(([name, value]) => [name.toUpperCase(), value]);
  for (const form of [new Headers(headers as [string, string][]), Object.fromEntries(upper)])
    expect(await verify(Buffer.from(BODY), form, secret, at)).toHaveProperty('id', 'whn_1');
});

test('any secret is enough, in a list or in one text, and any signature', async () => {
  for (const secrets of [[other, secret], `${secret} ${other}`])
    expect(await verify(BODY, signed(), secrets, at)).toHaveProperty('id');
  const headers = signed();
  const several = `v1a,AAAA v1,! v1,AAAA ${headers['webhook-signature']}`;
  expect(await verify(BODY, { ...headers, 'webhook-signature': several }, secret, at)).toHaveProperty('id');
});

test('everything that is signed matters', async () => {
  await forged(verify(`${BODY} `, signed(), secret, at));
  await forged(verify(BODY, signed(), other, at));
  await forged(verify(BODY, { ...signed(), 'webhook-id': 'whn_2' }, secret, at));
  await forged(verify(BODY, { ...signed(), 'webhook-timestamp': String(AT_SECONDS + 1) }, secret, at));
  for (const signature of ['', 'v1,', 'v2,AAAA', signed()['webhook-signature'].slice(3)])
    await forged(verify(BODY, { ...signed(), 'webhook-signature': signature }, secret, at));
});

test('a missing header is refused', async () => {
  for (const name of Object.keys(signed()))
    await forged(verify(BODY, { ...signed(), [name]: undefined }, secret, at));
});

test('an attempt of another time is refused, in both directions', async () => {
  for (const seconds of [-301, 301]) {
    const headers = signed(BODY, { timestamp: String(AT_SECONDS + seconds) });
    await forged(verify(BODY, headers, secret, at));
    expect(await verify(BODY, headers, secret, { ...at, toleranceSeconds: 301 })).toHaveProperty('id');
  }
  for (const timestamp of ['NaN', '1e9', '', '-1'])
    await forged(verify(BODY, signed(BODY, { timestamp }), secret, at));
});

test.each(['', 'whsec_', 'whsec_!', 'abc', `${secret} `, []])(
  '%j is no secret, and verifies nothing',
  (secrets) => expect(verify(BODY, signed(), secrets, at)).rejects.toThrow(TypeError),
);
