/** What moves the cursor, colours, or changes the order of what follows: control characters, those of bidirectional text, and breaks of lines. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A character as its code: `\u202e`. */
export const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of others for a terminal or a sentence: a name can be read there, and do nothing else. */
export const visible = (text: string): string => text.replaceAll(HIDDEN, escaped);

/** Of several lines, which may have tabs. */
export const visibleLines = (text: string): string =>
  text.replaceAll(HIDDEN, (one) => (one === '\n' || one === '\t' ? one : escaped(one)));
