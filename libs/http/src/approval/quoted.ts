import { escaped, visible } from '@corridor/kernel';

const QUOTES = /["“”„‟\\]/g;

/** Text of others in a sentence of Corridor, such as a name: `“Acme”`. It cannot end its quotation, and so never reads as part of the sentence. */
export const quoted = (text: string): string => `“${visible(text.replaceAll(QUOTES, escaped))}”`;
