/** One spelling for sounds that transliterations write differently, longest spellings first. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/shch|schtsch|chtch|sjtsj|szcz/g, 's'],
  [/tsch|tch|tj(?=[aeiou])|cz/g, 'c'],
  [/sch|sh|sz/g, 's'],
  [/dzh|dsch|dj|zh/g, 'j'],
  [/^(?:y|i)(?=[aou])/g, 'j'],
  [/ph/g, 'f'],
  [/kh/g, 'h'],
  [/gh|ck|cq|qu|q|g|c(?=[aoukrlt]|$)/g, 'k'],
  [/ch/g, 'c'],
  [/c(?=[ie])/g, 's'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/x/g, 'ks'],
  [/ts|tz/g, 'z'],
  [/w/g, 'v'],
  [/(?<=[aeiou])h(?![aeiou])/g, ''],
  [/aee/g, 'ai'],
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/ou|oo|ue|eo|eu/g, 'u'],
  [/(?<=[aeou])[yij]+|(?<=i)[yij]+/g, 'i'],
  [/[iyj](?=a$)/g, 'i'],
  [/ai|ei|ee|ie|ea|e|y/g, 'i'],
  [/o/g, 'u'],
  [/(.)\1+/g, '$1'],
];

/** @param text lower-case Latin letters */
export const soundOf = (text: string): string =>
  sounds.reduce((heard, [spelling, sound]) => heard.replace(spelling, sound), text);

/** The consonants of a sound without those that Arabic also writes for vowels; a word of vowels alone keeps its first. */
export const consonantsOf = (sound: string): string =>
  sound.replace(/[aiu]|(?<!^)[yjvh]/g, '') || sound.slice(0, 1);
