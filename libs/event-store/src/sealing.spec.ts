import { SealBroken, Sealing } from './sealing.js';

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
])('nobody reads it %s', (_, read) => expect(() => read(sealing.seal('{}'))).toThrow(SealBroken));

test('every character of it counts', () => {
  const sealed = sealing.seal('text');
  for (let i = 0; i < sealed.length; i++) {
    const other = sealed[i] === 'A' ? 'B' : 'A';
    expect(() => sealing.open(sealed.slice(0, i) + other + sealed.slice(i + 1))).toThrow(SealBroken);
  }
});

function changed(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return bytes.toString('base64');
}
