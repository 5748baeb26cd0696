import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature.js';

test("the example that the standard's own tools and guides share", () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}'];
  expect(signatureHeaders({ id, timestamp, body, secret })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each(['{}', '{"name":"Müller & Söhne €"}', `"${'\u{1f4b6}'.repeat(1000)}"`, '{ "spaces" : true }\n'])(
  'standardwebhooks verifies %.40j',
  (body) => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders({ id: 'whn_01K', timestamp, body, secret });
    const verify =
      (with_: string, of: string, under = headers) =>
      () =>
        new Webhook(with_).verify(of, under);
    expect(verify(secret, body)()).toEqual(JSON.parse(body));
    expect(verify(secret, body + ' ')).toThrow();
    expect(verify(secret, body, { ...headers, 'webhook-id': 'whn_other' })).toThrow();
    expect(verify(secret, body, { ...headers, 'webhook-timestamp': String(timestamp + 1) })).toThrow();
    expect(verify(`whsec_${randomBytes(32).toString('base64')}`, body)).toThrow();
  },
);

test.each([
  '',
  'whsec_',
  'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  'whsec_c2hvcnQ=',
  'WHSEC_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
])('%j is no secret, and the error does not show it', (secret) => {
  const sign = () => signatureHeaders({ id: 'whn_1', timestamp: 1, body: '{}', secret });
  expect(sign).toThrow(/^not a signing secret: whsec_<base64>$/);
});
