/** Letters that the SWIFT character set x lacks, and that are not accented letters. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '&': '+',
  '€': 'EUR',
  '£': 'GBP',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};

/** Letters, digits and / - ? : ( ) . , ' + and space (SWIFT character set x). */
const OUTSIDE_X = /[^A-Za-z0-9/\-?:().,'+ ]/gu;

/** A text in SWIFT character set x: accents dropped, some letters spelled out, white space single, the rest a full stop. */
export const swiftText = (text: string): string =>
  [...text]
    .map((character) => spelled[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(OUTSIDE_X, '.')
    .trim();

export const LINE_LENGTH = 35;

/**
 * At most the given number of lines of 35 characters, broken between words if possible; excess text is cut off. No line
 * begins like a tag or the end of the block.
 */
export function swiftLines(text: string, maxLines: number): string[] {
  const lines: string[] = [];
  for (let rest = swiftText(text); rest !== '' && lines.length < maxLines;) {
    const end = lineEnd(rest);
    lines.push(rest.slice(0, end).trimEnd().replace(/^[:-]/, '.'));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function lineEnd(text: string): number {
  if (text.length <= LINE_LENGTH) return text.length;
  const space = text.lastIndexOf(' ', LINE_LENGTH);
  return space > 0 ? space : LINE_LENGTH;
}
