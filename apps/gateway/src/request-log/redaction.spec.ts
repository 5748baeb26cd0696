import { redactedBody, redactedPath } from './redaction.js';

const body = (value: unknown) => redactedBody(Buffer.from(JSON.stringify(value)));

test('a body keeps amounts, dates, codes and ids, and no text', () => {
  const sent = {
    ...{ sellCcyCode: 'GBP', amount: 12.5, fixedSide: 'BUY', paymentDate: '2026-11-21' },
    ...{
      beneficiaryId: 'ben_01K00000000000000000000001',
      narrative: 'INVOICE',
      isFavourite: true,
      metadata: null,
    },
    bankAccount: { iban: 'DE89370400440532013000', bankAddress: ['Main Street 1', 'GBP'] },
    company: { name: 'ACME', dateOfIncorporation: '2001-02-03' },
  };
  expect(JSON.parse(body(sent) ?? '')).toEqual({
    ...sent,
    narrative: '…',
    bankAccount: { iban: '…', bankAddress: ['…', '…'] },
    company: { name: '…', dateOfIncorporation: '…' },
  });
});

const SECRETS = [
  'DE89370400440532013000',
  'ck_live_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4',
  'correct horse battery staple',
  'ADA LOVELACE',
  '1815-12-10x',
  '31926819',
  'a"b\\',
];
const FIELDS = [
  'iban',
  'accountNumber',
  'paymentType',
  'ccyCode',
  'paymentDate',
  'instant',
  'amount',
  'limit',
  'unknown',
];

/** What a log may have of a secret: no part of it that somebody could recognise. */
const withoutSecrets = (logged: string | null, secret: string) => {
  expect(logged).not.toBeNull();
  expect(decodeURIComponent((logged ?? '').replaceAll('+', ' '))).not.toContain(secret.slice(0, 8));
};

describe.each(SECRETS)('the secret %j is not logged', (secret) => {
  test.each(FIELDS)('of the field %s, also in a list, nor as a name', (field) => {
    withoutSecrets(body({ [field]: secret, deeper: [{ [field]: [secret] }] }), secret);
    withoutSecrets(body({ more: { [secret]: { [field]: true } } }), secret);
  });

  test('of a path, a parameter, or a query', () => {
    const encoded = encodeURIComponent(secret);
    for (const url of [
      `/v1/payments/${encoded}`,
      ...FIELDS.map((field) => `/v1/payments?${field}=${encoded}`),
      `/v1/payments?${encoded}=1`,
      `/v1/payments?q=${encoded}`,
      `/v1/payments?q=${encodeURIComponent(`reference == ${JSON.stringify(secret)}`)}`,
      `/v1/payments?q=${encodeURIComponent(`AND(status == "SENT", reference ~ "${secret}`)}`,
      `/v1/payments?cursor=${encoded}`,
    ])
      withoutSecrets(redactedPath(url), secret);
  });
});

test('a number is kept in a field that has numbers', () => {
  const sent = { accountNumber: 31_926_819, amount: 31_926_819, list: [31_926_819] };
  expect(body(sent)).toBe('{"accountNumber":"…","amount":31926819,"list":["…"]}');
});

test('no body, what is no JSON, and what is long or deep are not kept', () => {
  expect(redactedBody(null)).toBeNull();
  expect(redactedBody(Buffer.from('{"password": "secret'))).toBeNull();
  expect(body('a'.repeat(5_000))).toBeNull();
  expect(redactedBody(Buffer.from('['.repeat(2_048) + ']'.repeat(2_048)))).toMatch(/^\[+\]+$/);
});

const asSent = (url: string) => decodeURIComponent(redactedPath(url).replaceAll('+', ' '));

test.each([
  ['/v1/payments', '/v1/payments'],
  ['/v1/payments?limit=5&offset=10', '/v1/payments?limit=5&offset=10'],
  [
    '/v1/payment-instructions/pi_01K00000000000000000000001/cancel',
    '/v1/payment-instructions/pi_01K00000000000000000000001/cancel',
  ],
  [
    '/v1/wallets/GBP/transactions?sortBy=createdOn:DESC',
    '/v1/wallets/GBP/transactions?sortBy=createdOn:DESC',
  ],
  ['/v1/rates?SellCcyCode=GBP&valueDate=2026-11-20', '/v1/rates?SellCcyCode=GBP&valueDate=2026-11-20'],
  ['/v1/payments?q=reference ~ "Ada \\" B"', '/v1/payments?q=reference ~ "…"'],
  [
    '/v1/payments?q=AND(amount > "5", routingCode1 == "Ada")',
    '/v1/payments?q=AND(amount > "…", routingCode1 == "…")',
  ],
  ['/v1/payments?q=reference ~ "Ada', '/v1/payments?q=…'],
  ['/v1/payments?cursor=abc', '/v1/payments?cursor=…'],
  ['/v1/payments?limit=5?q="Ada"', '/v1/payments?limit=5'],
  [`/v1/payments?limit=5${'&limit=5'.repeat(200)}`, '/v1/payments'],
])('%s is logged as %s', (url, logged) => expect(asSent(url)).toBe(logged));
