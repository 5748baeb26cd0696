import { randomUUID } from 'node:crypto';
import { isListening } from '../ports.mjs';

/** @typedef {{ id: string, targetPlatform: string | null, targetUrl: string, unsubscribedOn: string | null }} Subscription */

/** The label by which a listener finds subscriptions of earlier listeners. */
const LABEL = 'webhooks:listen';

const SLOW_MS = 5_000;

/** The API calls of a listener. */
export class Corridor {
  #url;
  #key;

  /** @param {string} url @param {string} key */
  constructor(url, key) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  /**
   * Resolves when Corridor is ready, however long that takes.
   * @param {(why: string) => void} onWait once, with the first reason
   * @throws {Error} if Corridor is not at this address
   */
  async isThere(onWait) {
    let say = (/** @type {string} */ why) => {
      onWait(why);
      say = () => {};
    };
    const slow = setTimeout(() => say('does not respond'), SLOW_MS);
    try {
      for (;;) {
        const response = await fetch(`${this.#url}/health/ready`).catch(() => null);
        if (response?.ok) return;
        if (response && response.status < 500)
          throw new Error(
            `${this.#url}/health/ready responds with ${response.status}: pass the address of Corridor, without a path.`,
          );
        say(response ? `is not ready (${response.status})` : 'does not respond');
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * @param {string} targetUrl @param {string[]} [events] all by default
   * @returns {Promise<Subscription & { signingSecret: string }>}
   */
  async subscribe(targetUrl, events) {
    const all = () => this.#call('GET', '/v1/reference-data/webhook-subscriptions/events');
    const body = { targetPlatform: LABEL, targetUrl, events: events ?? (await all()) };
    return this.#call('POST', '/v1/webhook-subscriptions', body);
  }

  /** @param {string} id */
  ping(id) {
    return this.#call('POST', `/v1/webhook-subscriptions/${id}/ping`, { message: 'It works.' });
  }

  /** @param {string} id */
  unsubscribe(id) {
    return this.#call('POST', `/v1/webhook-subscriptions/${id}/unsubscribe`);
  }

  /** Ends the subscriptions of listeners that no longer run. */
  async tidy() {
    const path = `/v1/webhook-subscriptions?limit=1000`;
    for (const { id, targetPlatform, targetUrl, unsubscribedOn } of /** @type {Subscription[]} */ (
      await this.#call('GET', path)
    )) {
      const isOurs = targetPlatform === LABEL && !unsubscribedOn;
      if (isOurs && !(await isListening(Number(new URL(targetUrl).port)))) await this.unsubscribe(id);
    }
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async #call(method, path, body) {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'X-API-KEY': this.#key,
        ...(method === 'POST' && { 'X-IDEMPOTENCY-KEY': randomUUID() }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const result = /** @type {any} */ (await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${issuesOf(result)}`);
    return result.data;
  }
}

/** @param {{ detail?: string, errors?: { pointer: string, detail: string }[] }} problem whose detail repeats its errors */
const issuesOf = ({ detail = '', errors = [] }) =>
  errors.length > 0 ? errors.map((issue) => `${issue.pointer}: ${issue.detail}`).join('\n  ') : detail;
