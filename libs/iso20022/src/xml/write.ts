import { type Money, decimalText } from '@corridor/kernel';

/** XML text; null is left out. */
export type Xml = string | null;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML cannot contain, however it is escaped: controls, surrogates alone, U+FFFE and U+FFFF. */
const OUTSIDE_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escaped = (text: string): string =>
  text.replace(OUTSIDE_XML, '.').replace(/[&<>"]/g, (character) => escapes[character]!);

/** An element with others in it; null without any. */
export function group(name: string, ...content: readonly Xml[]): Xml {
  const inside = content.filter((one) => one !== null).join('');
  return inside === '' ? null : `<${name}>${inside}</${name}>`;
}

/** An element with a text; null without one. */
export const leaf = (name: string, text: string | null): Xml =>
  text === null || text === '' ? null : `<${name}>${escaped(text)}</${name}>`;

export const amountLeaf = (name: string, amount: Money): Xml =>
  `<${name} Ccy="${amount.ccyCode}">${decimalText(amount)}</${name}>`;

/** A message as a file. @param version such as `pain.001.001.09` */
export const documentOf = (version: string, message: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">${message ?? ''}</Document>\n`;
