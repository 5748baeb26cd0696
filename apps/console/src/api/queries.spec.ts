import { recordPath } from './queries.js';

test.each([
  ['pmt_01', '/v1/payments/pmt_01'],
  ['../wallets/GBP', '/v1/payments/..%2Fwallets%2FGBP'],
  ['?limit=1#', '/v1/payments/%3Flimit%3D1%23'],
])('%s is looked for at %s', (id, path) => {
  expect(recordPath('/v1/payments', id)).toBe(path);
});
