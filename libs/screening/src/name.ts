import anyAscii from 'any-ascii';
import { honorifics, legalForms, legalPhrases, particles, spellings } from './name-words.js';
import { consonantsOf, soundOf } from './sound.js';

/** A word of a name, in the forms in which it is compared. */
export interface Word {
  /** Latin lower-case letters and digits. */
  readonly text: string;
  /** One spelling for sounds that languages transliterate differently: `yusif` for Yousef, Youssef and Yusuf. */
  readonly sound: string;
  /** Its consonants: all that Arabic and Hebrew write of most names. */
  readonly consonants: string;
  readonly isVowelless: boolean;
}

const vowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * The words of a name that tell its bearer from others, in their order: in Latin letters, without honorifics and legal
 * forms. A name of nothing else keeps its words.
 */
export function wordsOf(text: string): Word[] {
  const name = text.replace(UNSEEN, '');
  const isVowelless = vowelless.test(name);
  if (isVowelless) return vowellessWordsOf(name);
  const all = split(latinOf(name));
  const told = withoutForms(all).map((text) => spellings.get(text) ?? text);
  return (told.length > 0 ? told : all).map((text) => wordOf(text));
}

/** Format characters, such as a space without width. The one that stays separates words of Persian. */
const UNSEEN = /(?!\u200c)\p{Cf}/gu;

/** Characters that change the direction of what follows. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether it names anybody: points and what is not seen do not. */
export const isName = (text: string): boolean => wordsOf(text).length > 0;

/** Whether it may be shown otherwise than it is written: it has control characters, or some that change the direction. */
export const isDisguised = (text: string): boolean => DIRECTION.test(text) || /\p{Cc}/u.test(text);

/** The name, and how else it may be meant: letter by letter (`N.o.r.t.h`), as one word (`NorthStar`), from the other side. */
export function spellingsOf(name: string): string[] {
  const apart = name.replace(
    /(?<![\p{L}\p{M}])\p{L}(?:[^\p{L}\p{M}\p{N}]+\p{L}(?![\p{L}\p{M}])){2,}/gu,
    (letters) => letters.replace(/[^\p{L}]/gu, ''),
  );
  const together = name.replace(/(?<=\p{Ll}{2})\p{Lu}(?=\p{Ll}{2})/gu, ' $&');
  const reversed = DIRECTION.test(name) ? [...name].reverse().join('') : name;
  return [...new Set([name, apart, together, reversed])];
}

/** A word that other words of a name are joined with, and that tells nothing. */
export const isForm = (text: string): boolean => legalForms.has(text);

const split = (text: string) => text.split(/[^a-z0-9]+/).filter(Boolean);

/** Letter by letter: `zh` is two letters here, and no sound of its own. The article is written with its word. */
function vowellessWordsOf(name: string): Word[] {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=^|\s)ال(?=\p{L}{2})/gu, 'al ')
    .replace(/(?<=^|\s)لل(?=\p{L}{2})/gu, 'lil ');
  const words = letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.flatMap((word) => {
    const sounds = [...word].map((letter) => soundOf(plain(anyAscii(letter))));
    if (sounds[0] === 'i') sounds[0] = 'j';
    const text = plain(anyAscii(word));
    const sound = sounds.join('');
    return text === ''
      ? []
      : [{ text, sound, consonants: consonantsOf(sound), isVowelless: !particles.has(text) }];
  });
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const wordOf = (text: string): Word => {
  const sound = soundOf(text);
  return { text, sound, consonants: consonantsOf(sound), isVowelless: false };
};

/** The words run together are one word: `al` and `qaida`. */
export const joined = (words: readonly Word[]): Word => wordOf(words.map(({ text }) => text).join(''));

/** `al`, `bin`, `van`: they belong to a name, but are often omitted. */
export const isParticle = ({ text }: Pick<Word, 'text'>) => particles.has(text);

/** In lower-case ASCII. Apostrophes join (`O'Neill`), a dot between initials separates, `S.A.` is one word. */
function latinOf(name: string): string {
  const spaced = name.normalize('NFKC').replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  return anyAscii(spaced.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC'))
    .toLowerCase()
    .replace(/['`’ʻʿʾ"]/g, '')
    .replace(/&/g, ' ')
    .replace(/\babd[\s-]*[aeiu][dlnrstz][\s-]*(?=[a-z]{2})/g, 'abd ')
    .replace(/(?<=\b[a-z]{2,})(?:[aeu]d|[aeu]l)-?d(?:i|ee)n\b/g, ' din')
    .replace(/\b(?:[a-z]\.){2,}(?:[a-z]\b)?/g, (dotted) => dottedForm(dotted));
}

/** `S.A.` and `L.L.C.` are legal forms, `J.R.` are initials. */
function dottedForm(dotted: string): string {
  const closed = dotted.replaceAll('.', '');
  return legalForms.has(closed) ? ` ${closed} ` : ` ${[...closed].join(' ')} `;
}

function withoutForms(words: readonly string[]): string[] {
  const text = legalPhrases.reduce(
    (rest, phrase) => rest.replace(` ${phrase} `, ' '),
    ` ${words.join(' ')} `,
  );
  return text.split(' ').filter((word) => word !== '' && !legalForms.has(word) && !honorifics.has(word));
}
