import { parse } from '@corridor/search';

const MOST_BYTES = 4_096;
const MOST_OF_PATH = 1_000;
const HIDDEN = '…';

const ID = /^[a-z]{2,5}_[0-9A-Z]{26}$/;
const TIME = /^\d{4}-\d{2}-\d{2}(T[\d:.]{5,15}Z?)?$/;
const CODE = /^[A-Z_]{2,30}$/;
const NUMBER = /^\d{1,7}$/;
/** Of a field or a parameter. Others may be what somebody has entered in the wrong place. */
const NAME = /^[A-Za-z]{1,40}\d?$/;
/** The words of paths, such as `payment-instructions`. */
const WORDS = /^[a-z][a-z-]{0,39}$/;

/** Fields with values of a short list. */
const OF_CODES = /([cC]cyCode|baseCcy|[cC]ountryCode|Type|Side|Method|outcome)$/;
const OF_TIMES = /^(from|to|date|instant)$|(Date|On)$/;
const OF_NUMBERS = /^(amount|rate|deduction|basisPoints|limit|offset)$/;
/** Parameters of a query that have no text. */
const OF_WORDS = /^(limit|offset|sortBy|days|maxSeconds|format|ccyPairs)$/;
const WORD = /^[A-Za-z:,]{1,100}$/;

/** @returns the JSON without what people have written; null if it is no JSON, or too long to be kept */
export function redactedBody(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length === 0 || bytes.length > MOST_BYTES) return null;
  try {
    return JSON.stringify(redacted('', JSON.parse(Buffer.from(bytes).toString('utf8'))));
  } catch {
    return null; // what is no JSON was refused
  }
}

function redacted(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => redacted(name, one));
  if (typeof value === 'string') return isKept(name, value) ? value : HIDDEN;
  if (typeof value === 'number') return OF_NUMBERS.test(name) ? value : HIDDEN;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOr(key), redacted(key, one)]));
}

const isKept = (name: string, value: string): boolean =>
  ID.test(value) || (OF_CODES.test(name) && CODE.test(value)) || (OF_TIMES.test(name) && TIME.test(value));

const nameOr = (name: string): string => (NAME.test(name) ? name : HIDDEN);

/** @returns path and query without what was searched for, and without what is no id where an id belongs */
export function redactedPath(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const kept = path.split('/').map(segment).join('/').slice(0, MOST_OF_PATH);
  if (query === undefined) return kept;
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query))
    parameters.append(nameOr(name), parameter(name, value));
  const logged = `${kept}?${parameters.toString()}`;
  return logged.length > MOST_OF_PATH ? kept : logged;
}

const segment = (text: string): string =>
  text === '' || text === 'v1' || WORDS.test(text) || CODE.test(text) || ID.test(text) ? text : HIDDEN;

function parameter(name: string, value: string): string {
  if (name === 'q') return redactedQuery(value);
  const isListed = OF_WORDS.test(name) && (WORD.test(value) || NUMBER.test(value));
  return isListed || isKept(name, value) ? value : HIDDEN;
}

/** Its fields and operators, unless they could be something else. */
function redactedQuery(text: string): string {
  if ('issues' in parse(text)) return HIDDEN;
  return text.replaceAll(/"(?:\\.|[^"\\])*"/gs, `"${HIDDEN}"`).replaceAll(/\w*\d{2}\w*/g, HIDDEN);
}
