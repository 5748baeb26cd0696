import { type Environment, refuse } from '@corridor/kernel';

/** Of a password in PRODUCTION. */
const MIN_LENGTH = 12;
/** Characters that nobody can guess, without names and common words. */
const LEAST_OWN = 6;
const LEAST_DISTINCT = 4;

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '!': 'i', l: 'i', '3': 'e', '4': 'a', '@': 'a' },
  ...{ '5': 's', $: 's', '7': 't', '8': 'b' },
};

/** Words of the passwords that are tried first, and the name of the product. Longer ones before their parts. */
const COMMON = [
  ...['correcthorsebatterystaple', 'administrator', 'trustnoone', 'password', 'passwort', 'passphrase'],
  ...[
    'passcode',
    'pass',
    'corridor',
    'iloveyou',
    'sunshine',
    'princess',
    'football',
    'baseball',
    'basketball',
  ],
  ...['superman', 'batman', 'starwars', 'pokemon', 'whatever', 'welcome', 'letmein', 'changeme', 'default'],
  ...[
    'computer',
    'internet',
    'operator',
    'compliance',
    'company',
    'payments',
    'payment',
    'banking',
    'finance',
  ],
  ...['secret', 'monkey', 'dragon', 'master', 'shadow', 'charlie', 'michael', 'jordan', 'hunter', 'ranger'],
  ...['soccer', 'cheese', 'cookie', 'flower', 'summer', 'winter', 'spring', 'autumn', 'london', 'liverpool'],
  ...['arsenal', 'chelsea', 'google', 'facebook', 'samsung', 'qwerty', 'qwertz', 'azerty', 'admin', 'login'],
  ...['hello', 'guest', 'staff', 'user', 'root', 'test', 'temp', 'demo', 'love', 'money', 'bank', 'first'],
  ...['january', 'february', 'march', 'april', 'august', 'september', 'october', 'november', 'december'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
].map(plain);

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Parts of them of four characters, in both directions: plain ones, because digits that stand for letters are read as such. */
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]).flatMap((row) =>
  Array.from({ length: row.length - 3 }, (_, i) => plain(row.slice(i, i + 4))),
);

/** Letters and digits alone, without accents and capitals; digits that stand for letters, and l, are the same as these. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase();
  return [...letters]
    .map((one) => LETTERS[one] ?? one)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * A password that a person has chosen, or staff for somebody: in PRODUCTION it must not be one that others guess first
 * (NIST SP 800-63B, 5.1.1.2), in the sandbox any.
 * @param about whose it is: their names and email address, the name of their company
 * @throws Refusal invalid_request
 */
export function refuseWeak(
  password: string,
  { environment }: { readonly environment: Environment },
  about: readonly string[],
  pointer = '#/password',
): void {
  if (environment !== 'PRODUCTION') return;
  const detail = weaknessOf(password, about);
  if (detail !== null) throw refused(pointer, 'weak_password', detail);
}

/** One that replaces another. @throws Refusal invalid_request, also in the sandbox if it is the same */
export function refuseAsNew(
  newPassword: string,
  password: string,
  platform: { readonly environment: Environment },
  about: readonly string[],
): void {
  if (newPassword === password)
    throw refused('#/newPassword', 'not_changed', 'Must be another one than the password.');
  refuseWeak(newPassword, platform, about, '#/newPassword');
}

const refused = (pointer: string, code: string, detail: string) =>
  refuse('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, code, detail }] });

/** Why others could guess it; null if they could not. */
export function weaknessOf(password: string, about: readonly string[]): string | null {
  if ([...password].length < MIN_LENGTH) return `At least ${MIN_LENGTH} characters.`;
  const personal = about.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).map(plain);
  const known = [...personal.filter((word) => word.length > 2), ...COMMON];
  let own = plain(password);
  for (const word of known.sort((a, b) => b.length - a.length)) own = own.replaceAll(word, ' ');
  own = withoutRuns(own)
    .replaceAll(' ', '')
    .replace(/(.)\1+/gu, '$1');
  if (own.length < LEAST_OWN || new Set(own).size < LEAST_DISTINCT)
    return 'Too easy to guess: without names, common words and rows of keys, too little of it is left.';
  return null;
}

function withoutRuns(text: string): string {
  const marked = [...text];
  for (let i = 0; i + 4 <= text.length; i++)
    if (RUNS.includes(text.slice(i, i + 4))) marked.fill(' ', i, i + 4);
  return marked.join('');
}
