import type { CommandContext } from '@corridor/event-store';
import { quoted } from './quoted.js';
import { SecondPersonRequired, secondPerson } from './second-person.js';

test.each([
  ['Müller & Söhne’s', '“Müller & Söhne’s”'],
  ['Acme” for good. Also “Bolt', '“Acme\\u201d for good. Also \\u201cBolt”'],
  ['Acme" \\u201d', '“Acme\\u0022 \\u005cu201d”'],
  ['A\nB\u2028C\u202ED\u2066\u001B\u009B', '“A\\u000aB\\u2028C\\u202eD\\u2066\\u001b\\u009b”'],
])('%j in a sentence is %s', (text, expected) => {
  expect(quoted(text)).toBe(expected);
});

test('an effect is one visible line, whatever it quotes or does not', () => {
  const command = { caller: {}, fourEyes: ['bank'] } as unknown as CommandContext;
  const effectOf = (effect: string) => {
    try {
      secondPerson(command, 'bank', effect);
    } catch (error) {
      if (error instanceof SecondPersonRequired) return error.effect;
    }
    return undefined;
  };
  expect(effectOf('a\u202Eb\nc')).toBe('a\\u202eb\\u000ac');
  expect(effectOf(`Closes ${quoted('A\u2028')}.`)).toBe('Closes “A\\u2028”.');
});
