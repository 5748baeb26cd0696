/** The codes that identify banks within a country. */
export const routingCodes = {
  SORT_CODE: { pattern: /^\d{6}$/, form: '6 digits' },
  ABA: { pattern: /^\d{9}$/, form: '9 digits with a valid check digit', isValid: isAba },
  INSTITUTION_NUMBER: { pattern: /^\d{3}$/, form: '3 digits' },
  TRANSIT_NUMBER: { pattern: /^\d{5}$/, form: '5 digits' },
  BSB: { pattern: /^\d{6}$/, form: '6 digits' },
  IFSC: { pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, form: '4 letters, a zero and 6 letters or digits' },
  BANK_CODE: { pattern: /^\d{4}$/, form: '4 digits' },
  BRANCH_CODE: { pattern: /^\d{3}$/, form: '3 digits' },
} as const satisfies Record<string, RoutingCode>;

interface RoutingCode {
  readonly pattern: RegExp;
  readonly form: string;
  readonly isValid?: (code: string) => boolean;
}

export type RoutingCodeType = keyof typeof routingCodes;

export const isRoutingCodeType = (type: string): type is RoutingCodeType => Object.hasOwn(routingCodes, type);

export function isRoutingCode(type: RoutingCodeType, code: string): boolean {
  const { pattern, isValid }: RoutingCode = routingCodes[type];
  return pattern.test(code) && (!isValid || isValid(code));
}

/** ABA routing number: weights 3, 7, 1. */
function isAba(code: string): boolean {
  return weighted(code, [3, 7, 1]) % 10 === 0 && code !== '000000000';
}

/** CLABE: 17 digits with weights 3, 7, 1, each product without its tens, and a check digit. */
export function isClabe(account: string): boolean {
  if (!/^\d{18}$/.test(account)) return false;
  const products = [...account.slice(0, 17)].map((digit, i) => (Number(digit) * [3, 7, 1][i % 3]!) % 10);
  const sum = products.reduce((total, product) => total + product, 0);
  return (10 - (sum % 10)) % 10 === Number(account[17]);
}

const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * weights[i % weights.length]!, 0);
