import { createHash } from 'node:crypto';

/** `count` pseudo-random decimal digits that are derived from a text. */
export function digitsOf(seed: string, count: number): string {
  const hash = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`);
  return (hash % 10n ** BigInt(count)).toString().padStart(count, '0');
}

/** ISO 13616 with ISO 7064 mod 97-10 check digits. */
export function iban(countryCode: string, bban: string): string {
  const numeric = [...`${bban}${countryCode}00`].map((character) => parseInt(character, 36)).join('');
  const check = 98n - (BigInt(numeric) % 97n);
  return `${countryCode}${check.toString().padStart(2, '0')}${bban}`;
}

/** Weights of sort code and account number for 04-21-00 to 04-28-99, modulus 11 (Vocalink, valacdos). */
const UK_WEIGHTS = [1, 3, 4, 3, 9, 3, 1, 7, 5, 5, 4, 5, 2, 4];

/** A sort code in that range and an account number that passes its modulus check. */
export function ukAccount(seed: string): { sortCode: string; accountNumber: string } {
  const sortCode = `04${2100 + (Number(digitsOf(`${seed} sort code`, 6)) % 800)}`;
  const first = Number(digitsOf(`${seed} account`, 8));
  for (let n = first; ; n = (n + 1) % 1e8) {
    const accountNumber = n.toString().padStart(8, '0');
    if (weighted(sortCode + accountNumber, UK_WEIGHTS) % 11 === 0) return { sortCode, accountNumber };
  }
}

/** American Bankers Association: eight digits and a check digit. */
export function abaRoutingNumber(eightDigits: string): string {
  const sum = weighted(eightDigits, [3, 7, 1, 3, 7, 1, 3, 7]);
  return `${eightDigits}${(10 - (sum % 10)) % 10}`;
}

/** Payments Canada, electronic form: a zero, the institution, the branch ("transit"). It has no check digit. */
export const canadianRoutingNumber = (institution: string, transit: string): string =>
  `0${institution}${transit}`;

const weighted = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
