import { Excerpt, MAX_EXCERPT_BYTES } from './excerpt.js';

const excerptOf = (...chunks: string[]) => {
  const excerpt = new Excerpt();
  for (const chunk of chunks) excerpt.add(Buffer.from(chunk));
  return excerpt;
};

test('is null when there is nothing to show', () => {
  expect(excerptOf().text()).toBeNull();
  expect(excerptOf('', ' \n').text()).toBeNull();
});

test('is the beginning of the body, in however many chunks it arrives', () => {
  expect(excerptOf('{"ok"', ':true', '}').text()).toBe('{"ok":true}');
  expect(excerptOf('a'.repeat(1000), 'b'.repeat(1000), 'c').text()).toBe('a'.repeat(1000) + 'b'.repeat(24));
});

test('is full at its maximum, and not before', () => {
  expect(MAX_EXCERPT_BYTES).toBe(1024);
  expect(excerptOf('a'.repeat(1000), 'b'.repeat(23)).isFull).toBe(false);
  expect(excerptOf('a'.repeat(1000), 'b'.repeat(24)).isFull).toBe(true);
  expect(excerptOf('a'.repeat(5000)).isFull).toBe(true);
});

test('a character in two chunks is whole; one that the maximum cuts is left out', () => {
  const euro = Buffer.from('€');
  const excerpt = new Excerpt();
  excerpt.add(euro.subarray(0, 1));
  excerpt.add(euro.subarray(1));
  expect(excerpt.text()).toBe('€');
  expect(excerptOf('a'.repeat(1022), '€').text()).toBe('a'.repeat(1022));
});

test('has no control, invisible and direction-changing characters', () =>
  expect(excerptOf('a\r\n\tb\0\x1b\u202e\u200bc\ufffdd').text()).toBe('a\n\tbcd'));

test('of a compressed body is null', () => {
  for (const encoding of ['gzip', 'br']) expect(excerptOf('x').text(encoding)).toBeNull();
  for (const encoding of ['identity', '', undefined]) expect(excerptOf('x').text(encoding)).toBe('x');
});

test('does not keep the memory of a large chunk', () => {
  const chunk = Buffer.alloc(100_000, 'x');
  const excerpt = new Excerpt();
  excerpt.add(chunk);
  chunk.fill('y');
  expect(excerpt.text()).toBe('x'.repeat(1024));
});
