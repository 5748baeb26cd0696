import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inIntellij } from './intellij.mjs';

const committed = (name: string) => readFileSync(join(__dirname, '..', '..', 'docs', name), 'utf8');

it('is what npm run openapi has written', () => {
  expect(committed('tour.intellij.http')).toBe(inIntellij(committed('tour.http')));
});

it('has no words that IntelliJ IDEA does not know', () => {
  const variables = committed('tour.intellij.http').match(/\{\{.+?\}\}/g) ?? [];
  expect(variables.filter((one) => !/^\{\{(\$uuid|\w+)\}\}$/.test(one))).toEqual([]);
});

it('takes values from responses by scripts, and the date before a request', () => {
  const tour = `# A tour
@port = 8080
@url = http://127.0.0.1:{{port}}
@staffKey = secret

### Open a wallet
# @name wallet
# → 200 data.ccyCode = CHF
POST {{url}}/v1/wallets
X-IDEMPOTENCY-KEY: {{$guid}}

{ "on": "{{$datetime 'YYYY-MM-DD'}}" }

### Look at it
# → 200
GET {{url}}/v1/wallets/{{wallet.response.body.$.data.ids[1].id}}?q=%20
`;
  expect(inIntellij(tour).split('\n\n').slice(1).join('\n\n')).toBe(`@url = http://127.0.0.1:8080
@staffKey = secret

### Open a wallet
# @name wallet
# → 200 data.ccyCode = CHF
< {%
request.variables.set('today', new Date().toISOString().slice(0, 10));
%}
POST {{url}}/v1/wallets
X-IDEMPOTENCY-KEY: {{$uuid}}

{ "on": "{{today}}" }

> {%
client.global.set('wallet_ids_1_id', response.body.data.ids[1].id);
%}

### Look at it
# → 200
# @no-auto-encoding
GET {{url}}/v1/wallets/{{wallet_ids_1_id}}?q=%20
`);
});
