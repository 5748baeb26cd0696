import { KeyRing, keyIdOf, newSecret } from './key-ring.js';

const key = 'a key of the operator with 32 characters or more';

describe('a signing secret', () => {
  it('is what Standard Webhooks calls one: 32 random bytes', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe('a ring of keys', () => {
  const [old, next] = [`${key} (old)`, `${key} (new)`];
  const one = new KeyRing(key);

  it('of one key without an id decrypts what it has encrypted, and no other ring does', () => {
    const secret = newSecret();
    const ciphertext = one.encrypt(secret);
    expect(ciphertext).not.toContain(secret.slice(6, 20));
    expect(keyIdOf(ciphertext)).toBe('0');
    expect(new KeyRing(key).decrypt(ciphertext)).toBe(secret);
    expect(() => new KeyRing(`${key}!`).decrypt(ciphertext)).toThrow(
      'a webhook secret does not decrypt with the key 0 of WEBHOOK_SECRET_KEY',
    );
  });

  it('encrypts with the first key and decrypts with all', () => {
    const [before, after] = [new KeyRing(`0:${old},b:${next}`), new KeyRing(`b:${next}, 0:${old}`)];
    const [first, second] = [before.encrypt('one'), after.encrypt('two')];
    expect([first, second].map(keyIdOf)).toEqual(['0', 'b']);
    for (const ring of [before, after])
      expect([first, second].map((text) => ring.decrypt(text))).toEqual(['one', 'two']);
    expect(new KeyRing(old).decrypt(first)).toBe('one');
    expect(new KeyRing(`b:${next}`).decrypt(second)).toBe('two');
    expect(() => new KeyRing(`b:${next}`).decrypt(first)).toThrow('needs the key 0 of WEBHOOK_SECRET_KEY');
    expect(() => new KeyRing(`0:${next}`).decrypt(second)).toThrow('needs the key b of WEBHOOK_SECRET_KEY');
  });

  it('takes a key with a colon behind its id', () => {
    const ring = new KeyRing(`a:${key}:with:colons`);
    expect(ring.decrypt(ring.encrypt('text'))).toBe('text');
  });

  it('takes a setting with white space around it for the same', () => {
    expect(new KeyRing(` ${key}\n`).decrypt(one.encrypt('text'))).toBe('text');
    const ring = new KeyRing(`\n b:${next} , 0:${old} `);
    expect(ring.current).toBe('b');
    expect(ring.decrypt(new KeyRing(old).encrypt('text'))).toBe('text');
  });

  it.each<[name: string, setting: string]>([
    ['ids with a full stop', `2026.b:${next},2026.a:${old}`],
    ['an id that is too long', `${'b'.repeat(17)}:${next},a:${old}`],
    ['no id in the first place', `${next},a:${old}`],
    ['no id in the last place', `b:${next},${old}`],
    ['an empty id', `:${next}`],
    ['a space before a colon', `b :${next}`],
    ['a comma at the end', `b:${next},`],
    ['a comma at the beginning', `,b:${next}`],
    ['keys without ids', `${next},${old}`],
    ['one key with a comma', `${key}, and more`],
    ['one key with a colon', `${key}: and more`],
  ])('refuses a list with a mistake, and shows nothing of it: %s', (_name, setting) =>
    expect(() => new KeyRing(setting)).toThrow(
      /^must be one key without colons and commas, or keys with ids as id:key,id:key, each id of 1 to 16 letters, digits, _ or -, and no key with a comma$/,
    ),
  );

  it.each([
    ['short', 'must have at least 32 characters in each key'],
    ['a:short', 'must have at least 32 characters in each key'],
    [' '.repeat(32), 'must have at least 32 characters in each key'],
    [`a:${key},b`, 'keys with ids as id:key,id:key'],
    [`a:${old},a:${next}`, 'two keys of the same id'],
  ])('refuses %j', (setting, why) => expect(() => new KeyRing(setting)).toThrow(why));
});
