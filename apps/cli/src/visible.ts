/** What moves the cursor, colours, or changes the order of what follows: control characters, those of bidirectional text, and breaks of lines. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of others as a terminal can show it: a name must not be able to do more there than be read. */
export const visible = (text: string): string => text.replaceAll(HIDDEN, escaped);

/** Of several lines, which may have tabs. */
export const visibleLines = (text: string): string =>
  text.replaceAll(HIDDEN, (one) => (one === '\n' || one === '\t' ? one : escaped(one)));

/** JSON in which the same characters are escaped. */
export const visibleJson = (value: unknown): string => `${visibleLines(JSON.stringify(value, null, 2))}\n`;
