import type { Caller } from '@corridor/kernel';
import { type RunPosition, SecretsRotate } from '@corridor/platform';
import { type TestDispatcher, SECRET_KEY, newCaller, startDispatcher } from '../dispatcher.fixture.js';
import { EncryptedSecrets } from './encrypted-secrets.js';
import { KeyRing } from './key-ring.js';

const NEXT_KEY = 'the next key for specs which is also long enough';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' })));
afterAll(() => app.http.close());

const body = { targetUrl: 'https://example.com/hooks', events: ['payment.sent'] };
const create = (caller: Caller, key?: string) =>
  app.http.post('webhook-subscriptions', body, { as: caller, key });
const with_ = (setting: string) => new EncryptedSecrets(app.http.db.database, new KeyRing(setting));
const query = (text: string) => app.http.db.database.query<{ text: string }>(text);

/** All encrypted values of the database. */
const ciphertexts = async () => {
  const all = await Promise.all([
    query('SELECT sealed_secret AS text FROM endpoint'),
    query(`SELECT data ->> 'sealedSecret' AS text FROM events WHERE data ->> 'sealedSecret' IS NOT NULL`),
    query(`SELECT response AS text FROM idempotency_key WHERE response NOT LIKE '{%'`),
  ]);
  return all.map((rows) => rows.map(({ text }) => text));
};
const isAllOf = async (id: string) => (await ciphertexts()).flat().every((text) => text.startsWith(`${id}:`));

describe('the key is rotated', () => {
  it('step by step without a gap: new key known, new key first, old key gone', async () => {
    const caller = newCaller();
    const created = await create(caller, 'create');
    const { id } = created.data;
    await app.act(caller, id, 'pause');
    const rotated = await app.act(caller, id, 'rotate-secret', undefined, 'rotate');
    const secrets = [created.data.signingSecret, rotated.data.signingSecret];
    expect((await ciphertexts()).map((texts) => texts.length)).toEqual([1, 2, 2]);

    // 1. All processes know the new key; the old one still encrypts. Whoever runs with the old setting reads everything.
    const known = with_(`0:${SECRET_KEY},b:${NEXT_KEY}`);
    await known.check();
    await known.turn();
    await with_(SECRET_KEY).check();

    // 2. The new key encrypts, and what the old one has encrypted is encrypted anew. Those of step 1 read that.
    const first = with_(`b:${NEXT_KEY},0:${SECRET_KEY}`);
    await first.check();
    await expect(with_(`b:${NEXT_KEY}`).check()).rejects.toThrow(
      'WEBHOOK_SECRET_KEY has no key 0, and webhook secrets are still encrypted with it: add "0:<key>" again',
    );
    await first.turn();
    expect(await isAllOf('b')).toBe(true);
    await known.check();

    // 3. The old key is gone.
    const alone = with_(`b:${NEXT_KEY}`);
    await alone.check();
    const ring = new KeyRing(`b:${NEXT_KEY}`);
    const [endpoint, events, responses] = (await ciphertexts()).map((texts) =>
      texts.map((one) => ring.decrypt(one)),
    );
    expect(endpoint).toEqual([secrets[1]]);
    expect(new Set(events)).toEqual(new Set(secrets));
    expect(new Set(responses)).toEqual(new Set([created.text, rotated.text]));
    await expect(with_(SECRET_KEY).check()).rejects.toThrow('has no key b,');
    await expect(with_(`b:${SECRET_KEY}`).check()).rejects.toThrow('does not decrypt with the key b');

    // Back again, so that this process reads its own.
    await with_(`0:${SECRET_KEY},b:${NEXT_KEY}`).turn();
    for (const [response, key, action] of [
      [created, 'create', ''],
      [rotated, 'rotate', 'rotate-secret'],
    ] as const) {
      const again = action ? await app.act(caller, id, action, undefined, key) : await create(caller, key);
      expect([again.text, again.replayed]).toEqual([response.text, true]);
    }
  });

  it('for more than a page, while secrets are rotated', async () => {
    const caller = newCaller();
    const { id } = (await create(caller)).data;
    await query(
      `INSERT INTO endpoint (subscription_id, client_id, target_url, sealed_secret, is_active)
       SELECT 'whs_' || n, client_id, target_url, sealed_secret, false FROM endpoint, generate_series(1, 450) AS n
       WHERE subscription_id = '${id}'`,
    );
    await app.act(caller, id, 'pause');
    const both = with_(`b:${NEXT_KEY},0:${SECRET_KEY}`);
    const [rotated] = await Promise.all([app.act(caller, id, 'rotate-secret'), both.turn()]);
    await both.turn();
    expect(await isAllOf('b')).toBe(true);
    const [row] = await query(`SELECT sealed_secret AS text FROM endpoint WHERE subscription_id = '${id}'`);
    expect(new KeyRing(`b:${NEXT_KEY}`).decrypt(row?.text ?? '')).toBe(rotated.data.signingSecret);
  });

  it('by staff in a run, while secrets are created and rotated, and says when the old key is not needed', async () => {
    const caller = newCaller();
    const { id } = (await create(caller)).data;
    await app.act(caller, id, 'pause');
    const both = with_(`b:${NEXT_KEY},0:${SECRET_KEY}`);
    const { earlier } = await both.count();
    const run = new SecretsRotate(() => [both]);
    expect(await run.plan()).toEqual({
      effect: `encrypt with the first secret: ${earlier} ${both.what}`,
      total: earlier,
    });
    const results: string[] = [];
    const rotated = (async () => {
      for (let position: RunPosition = null; ;) {
        const { result, ...next } = await run.step({}, position);
        if (result !== undefined) return results.push(result);
        position = next.position;
      }
    })();
    const [secret] = await Promise.all([
      app.act(caller, id, 'rotate-secret'),
      create(newCaller()),
      create(newCaller()),
      rotated,
    ]);
    expect(results).toEqual([expect.stringMatching(/^\d+ values are encrypted with the first secret; /)]);

    // What commands of this process, which has the old key first, have written meanwhile.
    for (let some = 1; some > 0;) some = await both.rotateSome();
    expect(await isAllOf('b')).toBe(true);
    const [row] = await query(`SELECT sealed_secret AS text FROM endpoint WHERE subscription_id = '${id}'`);
    expect(new KeyRing(`b:${NEXT_KEY}`).decrypt(row?.text ?? '')).toBe(secret.data.signingSecret);
    const { total } = await both.count();
    expect(await both.count()).toEqual({ total, earlier: 0 });
    expect((await run.step({}, { use: 1, done: total })).result).toBe(
      `${total} values are encrypted with the first secret; no stored value depends on an earlier secret of WEBHOOK_SECRET_KEY`,
    );
  });

  it('and the database still refuses every other change of events', async () => {
    await create(newCaller());
    for (const data of [
      `data::jsonb || '{"events": []}'`,
      `data::jsonb - 'sealedSecret'`,
      `'{"sealedSecret": "0:mine"}'`,
    ])
      await expect(
        query(`UPDATE events SET data = (${data})::json WHERE data ->> 'sealedSecret' IS NOT NULL`),
      ).rejects.toThrow('UPDATE of events would change history');
  });
});
