import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/**
 * @typedef {object} Event
 * @property {string} id
 * @property {string} eventType
 * @property {string | null} relatedEntityId
 * @property {number} sequence
 * @property {{ status?: string, message?: string | null }} payload
 */

/**
 * @typedef {object} Delivery
 * @property {Event} event
 * @property {Date} arrivedAt
 * @property {boolean} isVerified
 * @property {number} status of the response
 * @property {number} attempt how many attempts have arrived
 */

/**
 * The response to genuine deliveries.
 * @typedef {object} ResponseOptions
 * @property {number} status
 * @property {number} delayMs
 */

/** A receiver of webhooks that stores nothing. */
export class Listener {
  /** Known only after the subscription was created; earlier deliveries wait for it. @type {string | null} */
  #secret = null;
  /** Number of attempts of each notification. @type {Map<string, number>} */
  #seen = new Map();
  #server;
  /** @type {() => void} */
  #known = () => undefined;
  #isKnown = new Promise((resolve) => (this.#known = () => resolve(undefined)));

  /** @param {(delivery: Delivery) => void} onDelivery @param {ResponseOptions} responseOptions */
  constructor(onDelivery, { status, delayMs } = { status: 204, delayMs: 0 }) {
    this.#server = createServer(async (request, response) => {
      const arrivedAt = new Date();
      const body = await text(request);
      await this.#isKnown;
      const attempt = this.#read(body, /** @type {Record<string, string>} */ (request.headers));
      const responseStatus = attempt?.isVerified ? status : 401;
      if (attempt) onDelivery({ ...attempt, arrivedAt, status: responseStatus });
      if (attempt?.isVerified) await sleep(delayMs);
      response.writeHead(responseStatus).end();
    });
  }

  /** @param {string} secret */
  set secret(secret) {
    this.#secret = secret;
    this.#known();
  }

  /** @param {number} port 0 for a free one @returns {Promise<string>} its URL */
  async open(port) {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${address.port}/`;
  }

  /**
   * @param {string} body
   * @param {Record<string, string>} headers
   * @returns {Omit<Delivery, 'arrivedAt' | 'status'> | null} null if the body is not an event
   */
  #read(body, headers) {
    try {
      const event = /** @type {Event} */ (JSON.parse(body));
      const isVerified = this.#verifies(body, headers);
      const attempt = (this.#seen.get(event.id) ?? 0) + 1;
      if (isVerified) this.#seen.set(event.id, attempt);
      return { event, isVerified, attempt };
    } catch {
      return null;
    }
  }

  /** @param {string} body @param {Record<string, string>} headers */
  #verifies(body, headers) {
    try {
      new Webhook(this.#secret ?? '').verify(body, headers);
      return true;
    } catch {
      return false;
    }
  }
}
