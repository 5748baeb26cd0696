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

/** What XML cannot contain, however it is escaped: controls, surrogates alone, U+FFFE and U+FFFF. */
const OUTSIDE_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text that XML can contain, in one line. */
export const plainText = (text: string): string => text.replace(OUTSIDE_XML, '.').replace(/\s+/g, ' ').trim();

/** At most so many characters, as schemas count them. */
export const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim();
