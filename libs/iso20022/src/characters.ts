import anyAscii from 'any-ascii';

/** What is no letter, and is spelled in another way than by a full stop. */
const spelled: Readonly<Record<string, string>> = {
  '&': '+',
  '€': 'EUR',
  '£': 'GBP',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '№': 'No',
};

/** Letters, digits and / - ? : ( ) . , ' + and space (SWIFT character set x). */
const OUTSIDE_X = /[^A-Za-z0-9/\-?:().,'+ ]/gu;

/**
 * A text in SWIFT character set x: accents dropped, other letters transliterated into Latin ones, white space single, the rest a
 * full stop.
 */
export const swiftText = (text: string): string =>
  text
    .replace(/[^\p{Letter}\p{Mark}]/gu, (character) => spelled[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (character) =>
      /\p{Letter}/u.test(character) ? anyAscii(character) : character,
    )
    .replace(/\s+/g, ' ')
    .replace(OUTSIDE_X, '.')
    .trim();

/** A text in one line. */
export const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** At most so many characters, as schemas count them. */
export const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim();
