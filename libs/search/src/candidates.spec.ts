import { Chance } from '@corridor/kernel/testing';
import { candidates } from './candidates.js';

test.each([
  ['~', 'invoice', '%invoice%'],
  ['^=', 'invoice', 'invoice%'],
  ['$=', 'invoice', '%invoice'],
  ['==', 'invoice', 'invoice'],
  ['~', 'nvoice 4711', '% 4711%'],
  ['^=', 'invoice 4711', '% 4711%'],
  ['$=', 'invoice 4711', '% 4711'],
  ['==', 'invoice 4711', '% 4711'],
  ['==', '4711 invoice', '4711 %'],
  ['^=', '4711', '4711%'],
  ['==', '4711', '4711'],
  ['~', 'rent 2026 and 1999', '%rent 2026 and 1999%'],
  ['~', '2026-00123 for 2026', '%00123 %'],
  ['~', 'RF18539 of 20261', '% 20261%'],
  ['~', 'lot 471', '%lot 471%'],
  ['~', '100 %_\\', '%100 \\%\\_\\\\%'],
  ['~', '', '%%'],
])('%s %j', (operator, text, pattern) => expect(candidates(operator, text)).toBe(pattern));

/** Whether Postgres would say so. Fails for a pattern with other wildcards than those around it. */
function isLike(text: string, pattern: string): boolean {
  const [all, before, escaped = '', after] = /^(%?)((?:\\.|[^\\%_])*)(%?)$/su.exec(pattern) ?? [];
  expect(all).toBe(pattern);
  const part = escaped.replace(/\\(.)/gsu, '$1');
  if (before && after) return text.includes(part);
  if (before) return text.endsWith(part);
  return after ? text.startsWith(part) : text === part;
}

test('each text that meets the condition is a candidate', () => {
  const chance = new Chance(1);
  const characters = ['a', '1', '2', '0', '47', ' ', '%', '_', '\\', '\u{1F600}'];
  const some = () => Array.from({ length: chance.below(20) }, () => chance.of(characters)).join('');
  for (let n = 0; n < 5_000; n++) {
    const [before, part, after] = [some(), some(), some()];
    for (const [operator, text] of [
      ['~', before + part + after],
      ['^=', part + after],
      ['$=', before + part],
      ['==', part],
    ] as const) {
      const pattern = candidates(operator, part);
      expect({ operator, text, pattern, isCandidate: isLike(text, pattern) }).toMatchObject({
        isCandidate: true,
      });
    }
  }
});
