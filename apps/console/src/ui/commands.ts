import { NEW_KEY } from './new-key.js';

/** What empty pages show: the same requests as in the documentation, with the address of this Corridor. */
const request = (method: string, path: string, body: object): string =>
  `curl -X ${method} ${window.location.origin}${path} -H "X-API-KEY: $KEY" -H "X-IDEMPOTENCY-KEY: ${NEW_KEY}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`;

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format();

export const commands = {
  wallet: request('POST', '/v1/wallets', { ccyCode: 'GBP' }),
  credit: request('POST', '/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 2500.5 }),
  instruction: request('POST', '/v1/payment-instructions', {
    sellCcyCode: 'GBP',
    buyCcyCode: 'EUR',
    fixedSide: 'BUY',
    amount: 1000,
    beneficiaryId: 'ben_…',
    paymentDate: today,
    paymentType: 'REGULAR',
    narrative: 'Invoice 42',
  }),
};
