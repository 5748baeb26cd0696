import { Sealing } from './sealing.js';

const sealing = new Sealing('a secret of the installation', 'one purpose');

test('what is sealed is read again, and looks different each time', () => {
  const text = '{"data":{"secret":"ck_live_äöü"}}';
  const [first, second] = [sealing.seal(text), sealing.seal(text)];
  expect(first).not.toBe(second);
  for (const sealed of [first, second]) {
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ck_live');
    expect(sealing.open(sealed)).toBe(text);
  }
});

test.each<[string, (sealed: string) => string]>([
  ['with another secret', (sealed) => new Sealing('another secret', 'one purpose').open(sealed)],
  ['for another purpose', (sealed) => new Sealing('a secret of the installation', 'another').open(sealed)],
  ['after it was changed', (sealed) => sealing.open(changed(sealed))],
])('nobody reads it %s', (_, read) =>
  expect(() => read(sealing.seal('{}'))).toThrow(
    expect.objectContaining({ code: 'idempotency_key_expired' }) as Error,
  ),
);

test('an answer that was kept before they were sealed is read as it is', () =>
  expect(sealing.open('{"data":{}}')).toBe('{"data":{}}'));

function changed(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return bytes.toString('base64');
}
