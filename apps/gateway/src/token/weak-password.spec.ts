import { createHash } from 'node:crypto';
import { refuseWeak, weaknessOf } from './weak-password.js';

const about = ['Zoë', 'van der Berg', 'zoe.vdberg@blueharbour.example', 'Blue Harbour Ltd'];

test.each([
  ...['password', 'Kx7#pq2Lm9'],
  ...[
    'Kx7#pq2Lm9z',
    'passwordpassword',
    'Password2026!',
    'P@ssw0rd-2026!',
    'password of Zoe',
    'PASSWORD 1234567',
  ],
  ...['corridor-admin', 'Corridor2026!!', 'welcome-to-corridor', 'Summer2026!!!', 'monday-tuesday'],
  ...['blueharbour2026', 'zoe.vdberg1990', 'ZoëVanDerBerg!', 'B1ueH4rb0ur!!!'],
  ...[
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'qwertyuiopas',
    'qwerty-asdfgh',
    'aaaaaaaaaaaa',
    '121212121212',
  ],
  ...['correct horse battery staple', '            ', '!!!!!!!!!!!!!!!!'],
])('%j is easy to guess', (password) => {
  expect(weaknessOf(password, about)).not.toBeNull();
});

test.each([
  'Kx7#pq2Lm9zR',
  'tulip canyon ledger 9',
  'mein Hund frißt Tapeten',
  'пароль из трёх слов',
  '正しい馬の電池のホッチキスです',
])('%j is not', (password) => {
  expect(weaknessOf(password, about)).toBeNull();
});

test('generated passwords are fine', () => {
  const generated = (n: number) => createHash('sha256').update(String(n)).digest('base64url').slice(0, 24);
  const all = Array.from({ length: 1_000 }, (_, n) => generated(n));
  expect(all.filter((one) => weaknessOf(one, about) !== null)).toEqual([]);
});

test('only PRODUCTION asks for more than a length', () => {
  const weak = (environment: 'PRODUCTION' | 'SANDBOX') => () =>
    refuseWeak('password', { environment }, about, '#/newPassword');
  expect(weak('SANDBOX')).not.toThrow();
  expect(weak('PRODUCTION')).toThrow(
    expect.objectContaining({
      extra: {
        errors: [{ pointer: '#/newPassword', code: 'weak_password', detail: 'At least 12 characters.' }],
      },
    }),
  );
});
