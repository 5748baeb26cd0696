/** Control characters, those that change the order of what follows, and breaks of lines. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const QUOTES = /["“”„‟\\]/g;
const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text with what hides, moves or breaks it shown as `\u202e`. */
export const visible = (text: string): string => text.replaceAll(HIDDEN, escaped);

/** Text of others in a sentence of Corridor, such as a name: `“Acme”`. It cannot end its quotation, and so never reads as part of the sentence. */
export const quoted = (text: string): string => `“${visible(text.replaceAll(QUOTES, escaped))}”`;
