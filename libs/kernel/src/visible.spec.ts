import { visible, visibleLines } from './visible.js';

test.each([
  ['Müller & Söhne’s “Bank”', 'Müller & Söhne’s “Bank”'],
  ['A\nB\tC', 'A\\u000aB\\u0009C'],
  ['red \u001B[31m, \u009B31m', 'red \\u001b[31m, \\u009b31m'],
  ['A\u202ED\u2066E\u2028F\u2029G', 'A\\u202eD\\u2066E\\u2028F\\u2029G'],
])('%j is shown as %s', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('lines and tabs stay in a text of several lines', () => {
  expect(visibleLines('A\n\tB\r\u001B\u202E')).toBe('A\n\tB\\u000d\\u001b\\u202e');
});
