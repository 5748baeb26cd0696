import { type Element, oneLine } from '@corridor/iso20022/xml';

/** The text of the first element at the end of a path; empty if there is none. */
export const textIn = (element: Element, ...path: readonly string[]): string => element.textAt(...path) ?? '';

/** An attribute in one line; empty if there is none. */
export const attributeOf = (element: Element, name: string): string =>
  oneLine(element.attributes[name] ?? '');
