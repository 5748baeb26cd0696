/** ABA routing number of 9 digits: weights 3, 7, 1. */
export function isAba(code: string): boolean {
  return weighted(code, [3, 7, 1]) % 10 === 0 && code !== '000000000';
}

/** CLABE of 18 digits: 17 with weights 3, 7, 1, each product without its tens, and a check digit. */
export function isClabe(account: string): boolean {
  const products = [...account.slice(0, 17)].map((digit, i) => (Number(digit) * [3, 7, 1][i % 3]!) % 10);
  const sum = products.reduce((total, product) => total + product, 0);
  return (10 - (sum % 10)) % 10 === Number(account[17]);
}

/** Moroccan RIB of 24 digits: divisible by 97. */
export function isRib(account: string): boolean {
  return BigInt(account) % 97n === 0n;
}

const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * weights[i % weights.length]!, 0);
