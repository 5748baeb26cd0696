import { authenticatorUri, codeOf, newAuthenticatorSecret, stepAt, stepOfCode } from './one-time-code.js';

/** "12345678901234567890" in Base32: the secret of the test vectors of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The last six digits of the vectors, which have eight.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s', (seconds, code) =>
  expect(codeOf(SECRET, stepAt(new Date(1000 * seconds)))).toBe(code),
);

test('a code is accepted one step early or late, and no other text is', () => {
  const now = new Date('2026-11-21T09:30:00Z');
  const step = stepAt(now);
  for (const off of [-1, 0, 1]) expect(stepOfCode(SECRET, codeOf(SECRET, step + off), now)).toBe(step + off);
  const code = codeOf(SECRET, step);
  for (const wrong of [
    '',
    '00000',
    `${code}0`,
    ` ${code}`,
    'é'.repeat(6),
    code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    codeOf(SECRET, step - 2),
    codeOf(SECRET, step + 2),
  ])
    expect(stepOfCode(SECRET, wrong, now)).toBeNull();
});

test('secrets are new, and in the form that apps read', () => {
  const secrets = Array.from({ length: 50 }, newAuthenticatorSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(authenticatorUri('a+b@corridor.example', SECRET)).toBe(
    `otpauth://totp/Corridor:a%2Bb%40corridor.example?secret=${SECRET}&issuer=Corridor`,
  );
});
