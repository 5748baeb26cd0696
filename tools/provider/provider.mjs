/**
 * A payment provider with the interface that `RAIL=http` and `COLLECTION_ACCOUNTS=http` speak, as an example to
 * read (docs/write-a-rail.md). It keeps everything in memory, and executes nothing by itself: `/desk` is what its people do.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** An account that no bank has: payments to it are refused. */
const NOBODY = 'DE02120300000000202051';

/**
 * @typedef {{ currency: string, value: string }} Amount
 * @typedef {{ reference: string, amount: Amount, creditor: { iban: string | null } }} Order as Corridor sends it, and more
 * @typedef {{ reference: string, status: string, reason?: string | null, returned?: Amount | null, bankReference?: string | null }} Status
 * @typedef {{ id: string, payment?: Status, credit?: object, statement?: object }} Event
 * @typedef {{ status: number, body?: object, headers?: Record<string, string> }} Reply
 * @typedef {{ method: string, path: string, query: URLSearchParams, body: any }} Request
 */

class Provider {
  /** @type {Map<string, Status>} by reference: each payment is executed once, however often it is ordered */
  payments = new Map();
  /** @type {Event[]} that Corridor has not confirmed, the oldest first */
  events = [];
  /** @type {Map<string, object[]>} by idempotency key */
  accounts = new Map();
  /** @type {(request: Request, reply: () => Reply) => Reply | Promise<Reply>} the tests use it to be slow, or to lie */
  meddle = (_, reply) => reply();

  /** @param {{ callback?: string | undefined, secret?: string | undefined }} options where events are sent to, and the secret that signs them */
  constructor(options) {
    this.options = options;
  }

  /** @param {Request} request @param {string} key @returns {Reply} */
  reply({ method, path, query, body }, key) {
    const [, first = '', second = '', third = ''] = path.split('/');
    switch (`${method} /${first}`) {
      case 'POST /payments':
        return this.order(body);
      case 'GET /payments': {
        const payment = this.payments.get(decodeURIComponent(second));
        // The code matters: without it Corridor does not believe that the payment is unknown, and does not order it again.
        return payment ? { status: 200, body: payment } : { status: 404, body: { code: 'unknown_payment' } };
      }
      case 'GET /events': {
        const from = this.events.findIndex(({ id }) => id === query.get('after')) + 1;
        return { status: 200, body: { events: this.events.slice(from, from + Number(query.get('limit'))) } };
      }
      case 'POST /events':
        this.events = this.events.filter(({ id }) => !body.ids.includes(id));
        return { status: 200, body: {} };
      case 'POST /accounts':
        if (!this.accounts.has(key)) this.accounts.set(key, [accountFor(body, this.accounts.size)]);
        return { status: 200, body: { accounts: this.accounts.get(key) } };
      case 'POST /desk':
        return this.desk(second, decodeURIComponent(third), body);
      default:
        return { status: 404, body: { code: 'not_found' } };
    }
  }

  /** @param {Order} order @returns {Reply} */
  order({ reference, creditor }) {
    const known = this.payments.get(reference);
    if (known) return { status: 200, body: known };
    if (creditor.iban === NOBODY)
      return { status: 422, body: { code: 'unknown_account', reason: 'There is no such account.' } };
    const payment = { reference, status: 'ACCEPTED', bankReference: `FT${this.payments.size + 1}` };
    this.payments.set(reference, payment);
    return { status: 201, body: payment };
  }

  /** What people do: `settle`, `reject` or `return` a payment, or book a credit. @param {string} what @param {string} reference @param {any} body @returns {Reply} */
  desk(what, reference, body) {
    if (what === 'credit') this.tell({ id: randomUUID(), credit: body });
    else {
      const status = { settle: 'SETTLED', reject: 'REJECTED', return: 'RETURNED' }[what];
      const payment = this.payments.get(reference);
      if (!status || !payment) return { status: 404, body: { code: 'not_found' } };
      // A payment can come back in parts, which have references of their own.
      const bankReference = what === 'return' ? `R-${randomUUID()}` : payment.bankReference;
      const said = { ...payment, bankReference, ...body, status };
      this.payments.set(reference, said);
      this.tell({ id: randomUUID(), payment: said });
    }
    return { status: 200, body: {} };
  }

  /** It waits until Corridor asks, unless Corridor takes it at once. @param {Event} event */
  tell(event) {
    this.events.push(event);
    void this.call(event).then((isTaken) => {
      if (isTaken) this.events = this.events.filter(({ id }) => id !== event.id);
    });
  }

  /** @param {Event} event @returns {Promise<boolean>} */
  async call(event) {
    const { callback, secret } = this.options;
    if (!callback || !secret) return false;
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', ...signed(event.id, body, secret) };
    const response = await fetch(callback, { method: 'POST', headers, body }).catch(() => null);
    return response?.ok ?? false;
  }
}

/** Standard Webhooks 1.0. @param {string} id @param {string} body @param {string} secret `whsec_…` @param {Date} now */
export function signed(id, body, secret, now = new Date()) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** A German account. @param {{ currency: string }} order @param {number} place */
function accountFor({ currency }, place) {
  const bban = `37040044${String(532_013_001 + place).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n); // D is 13, E is 14
  const iban = `DE${String(check).padStart(2, '0')}${bban}`;
  return { currency, country: 'DE', iban, bic: 'COBADEFFXXX', bankName: 'Commerzbank' };
}

/**
 * @param {{ key: string, port?: number, callback?: string | undefined, secret?: string | undefined }} options
 * @returns {Promise<{ url: string, provider: Provider, close: () => Promise<void> }>}
 */
export async function startProvider({ key, port = 0, ...options }) {
  const provider = new Provider(options);
  const server = createServer(async (request, response) => {
    const {
      status,
      body = {},
      headers,
    } = await respond(request).catch(() => ({ status: 500, body: {}, headers: {} }));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  /** @param {import('node:http').IncomingMessage} request @returns {Promise<Reply>} */
  const respond = async (request) => {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`)) return { status: 401 };
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider');
    const asked = { method: request.method ?? '', path, query, body: text && JSON.parse(text) };
    return provider.meddle(asked, () => provider.reply(asked, String(request.headers['idempotency-key'])));
  };
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, provider, close };
}

/** @param {string} one @param {string} other */
const isSame = (one, other) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
