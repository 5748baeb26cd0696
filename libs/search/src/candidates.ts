/** With the spaces around it: the index also has the first and the last letters of words. */
const NUMBER = / ?(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,} ?/g;

/**
 * A pattern for `LIKE` that each text meets for which the operator is true. It is for the index of trigrams, which intersects the
 * lists of all of them: that is slow if some of the lists are long. Of a text with a number of four digits or more, other than
 * a year, only the number is looked up: few texts have it.
 */
export function candidates(operator: string, text: string): string {
  const number = [...text.matchAll(NUMBER)].at(-1);
  const part = number?.[0] ?? text;
  const from = number?.index ?? 0;
  const isStart = from === 0 && (operator === '==' || operator === '^=');
  const isEnd = from + part.length === text.length && (operator === '==' || operator === '$=');
  return `${isStart ? '' : '%'}${part.replace(/[\\%_]/g, '\\$&')}${isEnd ? '' : '%'}`;
}
