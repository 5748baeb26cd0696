/** What only staff can do: clients, their users and keys. */

/** Its own, for a sandbox: printed at the end. */
export const PASSWORD = 'corridor-world-password';

/** What stops the world, and what to do about it. */
export class Stopped extends Error {}

/** @typedef {import('./clients.mjs').Client} Client @typedef {{ readonly id: string, readonly [field: string]: unknown }} Created */

export class Operator {
  /** @param {string} url @param {string} staffKey */
  constructor(url, staffKey) {
    this.url = url;
    this.staffKey = staffKey;
  }

  /** @throws Stopped in PRODUCTION, before anything is sent, and where the key does not work */
  async demandSandbox() {
    const response = await fetch(`${this.url}/v1/simulators/clock`).catch((error) => {
      throw new Stopped(
        `Corridor does not respond at ${this.url}: start it with npm start, or set CORRIDOR_URL`,
        { cause: error },
      );
    });
    if (response.status === 404)
      throw new Stopped(
        `Corridor at ${this.url} is in PRODUCTION: the demo world is for a sandbox. Nothing was sent`,
      );
    await this.send('GET', '/operator/v1/auth/who-am-i');
  }

  /**
   * A client with its people and their keys, as an earlier run has created it, too.
   * @param {Client} client @returns {Promise<{ since: string, keys: string[] }>} the day of its creation, and an API key for each of its people
   */
  async introduce({ name, code, baseCcy, address, people }) {
    const prefix = `world-${code}`;
    const account = { name, code, address, clientType: 'Business', settings: { baseCcy } };
    const { id } = await this.send('POST', '/operator/v1/clients', account, prefix);
    const keys = [];
    for (const [i, { approval, ...person }] of people.entries()) {
      const key = `${prefix}-${i}`;
      const user = await this.send(
        'POST',
        `/operator/v1/clients/${id}/users`,
        { ...person, password: PASSWORD },
        key,
      );
      if (approval)
        await this.send('PUT', `/operator/v1/users/${user.id}/approval`, approval, `${key}-approval`);
      const secret = `ck_sandbox_world_${code.toLowerCase()}_${i}`;
      await this.send(
        'POST',
        `/operator/v1/users/${user.id}/api-keys`,
        { label: 'Demo world', secret },
        `${key}-key`,
      );
      keys.push(secret);
    }
    const { auditHistory } = await this.send('GET', `/operator/v1/clients/${id}`);
    const { created } = /** @type {{ created: { on: string } }} */ (auditHistory);
    return { since: created.on.slice(0, 10), keys };
  }

  /** @param {string} method @param {string} path @param {object} [body] @param {string} [key] @returns {Promise<Created>} */
  async send(method, path, body, key) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'x-api-key': this.staffKey,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'x-idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, code, detail, resourceId } = /** @type {any} */ (await response.json());
    if (response.status === 401)
      throw new Stopped(
        'The key of the demo administrator does not work: set DEMO_STAFF_API_KEY to a key of staff',
      );
    if (code === 'idempotency_key_expired' && resourceId) return { id: resourceId };
    if (!response.ok) throw new Stopped(`${method} ${path}: ${code}, ${detail}`);
    return data;
  }
}
