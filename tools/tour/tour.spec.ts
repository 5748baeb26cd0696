import { parseTour } from './parse.mjs';
import { issueOf, takeTour } from './take.mjs';

const text = `# A tour
@url = http://127.0.0.1:8080
@key = secret

### Open a wallet
# @name wallet
# → 200 data.ccyCode = CHF
POST {{url}}/v1/wallets
X-API-KEY: {{key}}
X-IDEMPOTENCY-KEY: {{$guid}}
Content-Type: application/json

{ "ccyCode": "CHF",

  "on": "{{$datetime 'YYYY-MM-DD'}}" }

### Look at it
# → 404 code = not_found
GET {{url}}/v1/wallets/{{wallet.response.body.$.data.ids[1].id}}?q=1
X-API-KEY: {{key}}
`;

const responses = [
  { status: 200, body: { data: { ccyCode: 'CHF', ids: [{ id: 'wal_0' }, { id: 'wal_1' }] } } },
  { status: 200, body: { code: 'not_found' } },
];

async function take(given: Record<string, string> = {}, tour = text) {
  const stops = [];
  let i = 0;
  const send = () => Promise.resolve(responses[i++] as (typeof responses)[0]);
  for await (const stop of takeTour(parseTour(tour), send, given)) stops.push(stop);
  return stops;
}

it('sends the requests of the file, with values from earlier responses', async () => {
  const [open, look] = (await take()).map(({ request }) => request);
  expect(open).toEqual({
    method: 'POST',
    path: '/v1/wallets',
    headers: {
      'x-api-key': 'secret',
      'x-idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': 'application/json',
    },
    body: expect.stringMatching(/^{ "ccyCode": "CHF",\n\n {2}"on": "\d{4}-\d\d-\d\d" }$/),
  });
  expect(look).toEqual({
    method: 'GET',
    path: '/v1/wallets/wal_1?q=1',
    headers: { 'x-api-key': 'secret' },
    body: undefined,
  });
});

it('takes a variable from outside in the place of its own', async () => {
  expect((await take({ key: 'mine' }))[0]?.request.headers['x-api-key']).toBe('mine');
});

it('reports a response that differs from the file', async () => {
  const issues = (await take()).map(issueOf);
  expect(issues).toEqual([null, expect.stringContaining('200 instead of 404')]);
  const other = text.replace('= CHF', '= EUR');
  expect((await take({}, other)).map(issueOf)[0]).toMatch(/data\.ccyCode is CHF, not EUR/);
});

it('refuses a file with an unknown variable or without an expected response', async () => {
  await expect(take({}, text.replace('{{key}}', '{{kye}}'))).rejects.toThrow('{{kye}}');
  expect(() => parseTour(text.replace('# → 404 code = not_found\n', ''))).toThrow('Look at it');
  expect(() => parseTour('### Nothing\n# → 200\n')).toThrow('No request under "Nothing"');
});

it('refuses a file with two requests of one name', () =>
  expect(() => parseTour(text.replace('# → 404', '# @name wallet\n# → 404'))).toThrow(
    'two requests have the name wallet',
  ));
