import { bytesOf } from './byte-source.js';
import { type Found, eachElement } from './elements.js';

async function found(content: string | Uint8Array, names: readonly string[], root: string | null = null) {
  const all: Found[] = [];
  for await (const one of eachElement(bytesOf('in.xml', content), new Set(names), root)) all.push(one);
  return all;
}

test('elements, attributes and the root have no prefixes', async () => {
  const [one] = await found('<n:a xmlns:n="urn:x" n:of="1"><n:b n:is="2" at=" 3 ">x</n:b></n:a>', ['b'], 'a');
  expect(one).toMatchObject({ element: { name: 'b', attributes: { is: '2', at: ' 3 ' }, text: 'x' } });
  expect(one!.parents[0]!.attributes.of).toBe('1');
});

test('a file that begins with another element is refused at once', async () => {
  await expect(found('<html><body>', ['b'], 'list')).rejects.toThrow(
    'in.xml, line 1: it begins with <html> instead of <list>',
  );
});

test('nothing of an element that was passed on is kept, nor the white space around it', async () => {
  const all = await found(`<a><head>h</head>${'\n    <b>x</b>'.repeat(1000)}\n</a>`, ['b']);
  expect(all).toHaveLength(1000);
  const [{ children, text }] = all.at(-1)!.parents as [Found['element']];
  expect(children.map(({ name }) => name)).toEqual(['head']);
  expect(text).toBe('\n');
});

describe('encodings', () => {
  const written = '<a><b>€ “für” Señor</b></a>';
  // Windows-1252, of which ISO-8859-1 has no euro and no quotes.
  const windows = Buffer.from('<a><b>\x80 \x93f\xfcr\x94 Se\xf1or</b></a>', 'latin1');
  const declared = (name: string, bytes: Buffer) =>
    Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${name}"?>`), bytes]);
  test.each([
    ['UTF-8', Buffer.from(written)],
    ['UTF-8 with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(written)])],
    ['Windows-1252', declared('Windows-1252', windows)],
    ['Windows-1252 that says ISO-8859-1', declared('ISO-8859-1', windows)],
    ['Windows-1252 that says nothing', windows],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(written, 'utf16le')])],
  ])('%s', async (_, bytes) => {
    const [one] = await found(bytes, ['b']);
    expect(one!.element.line).toBe('€ “für” Señor');
  });

  test('ISO-8859-15, in which the euro is another byte', async () => {
    const [one] = await found(declared('ISO-8859-15', Buffer.from('<b>\xa4 1</b>', 'latin1')), ['b']);
    expect(one!.element.line).toBe('€ 1');
  });
});
