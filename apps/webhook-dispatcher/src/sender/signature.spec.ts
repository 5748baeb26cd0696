import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature.js';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

test('the example of the standard', () => {
  const body = '{"test": 2432232314}';
  const headers = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body,
    secret,
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature':
      'v1,' + new Webhook(secret).sign(headers['webhook-id'], new Date(1614265330_000), body).slice(3),
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
