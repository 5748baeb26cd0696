import type { Setting, Variables } from './setting.js';

/** The number of characters that may be added, missing or different in a misspelled name. */
const MAX_DISTANCE = 2;
/** Shorter names are similar to too many others. */
const MIN_LENGTH = 6;

/** A warning for each variable that is not a setting but has a name similar to one. */
export function misspelled(variables: Variables, settings: readonly Setting[]): string[] {
  const known = settings.map(({ name }) => name).filter((name) => name.length >= MIN_LENGTH);
  const unknown = Object.keys(variables).filter(
    (name) => /^[A-Z][A-Z0-9_]*$/.test(name) && !settings.some((one) => one.name === name),
  );
  return unknown.flatMap((name) => {
    const meant = known.find((one) => distance(name, one) <= MAX_DISTANCE);
    return meant ? [`${name} is not a setting: is ${meant} meant?`] : [];
  });
}

/** Levenshtein distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + Number(character !== other);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
