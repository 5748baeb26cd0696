import { check, issue, field, fine } from '@corridor/http';

/** Maximum number of pairs in a request. */
export const MAX_PAIRS = 100;

const documented = {
  type: 'string',
  description: `At most ${MAX_PAIRS} pairs, separated by commas; base currency first.`,
  pattern: '^[A-Z]{6}(,[A-Z]{6})*$',
  examples: ['GBPUSD,EURJPY'],
} as const;

/** `GBPUSD,EURJPY`. This checks only the form, not whether the market quotes a pair. */
export const ccyPairs = check(documented, (value) => {
  if (typeof value !== 'string') return issue('not_text', 'Must be currency pairs separated by commas.');
  const pairs = pairsOf(value);
  if (pairs.length > MAX_PAIRS) return issue('too_many', `At most ${MAX_PAIRS} pairs in one request.`);
  const broken = pairs.flatMap((pair, i) =>
    /^[A-Z]{6}$/.test(pair) ? [] : issue('invalid_currency_pair', WANTED, `/${i}`),
  );
  return broken.length > 0 ? broken : fine;
});

const WANTED = 'Must be two currency codes in upper case, base then quote, such as GBPUSD.';

export const IsCcyPairs = (): PropertyDecorator => field(ccyPairs);

export const pairsOf = (text: string): string[] => text.split(',');
