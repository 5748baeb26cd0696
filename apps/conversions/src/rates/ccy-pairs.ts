import { type FieldFault, refuse } from '@corridor/kernel';

/** Pairs that one request may ask for. */
export const MAX_PAIRS = 100;

const POINTER = '?ccyPairs';

/**
 * Reads `GBPUSD,EURJPY`. Whether the market quotes a pair is another question: this is about its form alone.
 * @throws Refusal invalid_request, with a fault for each broken pair
 */
export function parseCcyPairs(text: unknown): string[] {
  const pairs = typeof text === 'string' ? text.split(',') : [];
  const faults = typeof text === 'string' ? faultsOf(pairs) : [missing(text)];
  if (faults.length > 0) throw refuse('invalid_request', undefined, { errors: faults });
  return pairs;
}

function faultsOf(pairs: readonly string[]): FieldFault[] {
  if (pairs.length > MAX_PAIRS)
    return [{ pointer: POINTER, code: 'too_many', detail: `at most ${MAX_PAIRS} pairs in one request` }];
  return pairs.flatMap((pair, i) => (/^[A-Z]{6}$/.test(pair) ? [] : [broken(pair, i)]));
}

const broken = (pair: string, i: number): FieldFault => ({
  pointer: POINTER,
  code: 'invalid_currency_pair',
  detail: `pair ${i + 1}, ${JSON.stringify(pair.slice(0, 20))}: two currency codes of three capital letters, such as GBPUSD`,
});

const missing = (given: unknown): FieldFault =>
  given === undefined
    ? { pointer: POINTER, code: 'required', detail: 'pairs separated by commas, such as GBPUSD,EURJPY' }
    : {
        pointer: POINTER,
        code: 'repeated',
        detail: 'give the parameter once, with commas between the pairs',
      };
