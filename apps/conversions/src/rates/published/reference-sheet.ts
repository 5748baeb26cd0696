import { type CalendarDate, CROSS_CURRENCY, isCalendarDate, isCurrency } from '@corridor/kernel';
import { XMLParser } from 'fast-xml-parser';

/** The reference rates of one day, published by a central bank. */
export interface ReferenceSheet {
  readonly date: CalendarDate;
  /** Units of each currency for one euro, above zero, as written. */
  readonly perEuro: ReadonlyMap<string, string>;
  /** Unknown currencies of the document. */
  readonly unknown: readonly string[];
}

/** Up to 15 digits: no rate of any currency has more. */
const RATE = /^(?=.{1,16}$)\d{1,9}(\.\d{1,14})?$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
});

/**
 * Reads the daily sheet of the European Central Bank, `eurofxref-daily.xml`: as a whole or not at all. @throws Error
 * with the reason
 */
export function sheetOf(xml: string): ReferenceSheet {
  // A document type could declare anything; valid documents have none.
  if (/<!(doctype|entity)/i.test(xml)) throw new Error('it has a document type');
  const { Envelope: envelope, ...others } = parsed(xml);
  if (!isElement(envelope) || Object.keys(others).length > 0) throw new Error('its root is not "Envelope"');
  const day = isElement(envelope.Cube) ? envelope.Cube.Cube : undefined;
  if (!isElement(day)) throw new Error('it does not hold exactly one day');
  const date = day['@time'];
  if (typeof date !== 'string' || !isCalendarDate(date)) throw new Error(`${shown(date)} is no date`);
  return { date, ...ratesOf(day) };
}

type Element = Readonly<Record<string, unknown>>;

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(xml: string): Element {
  try {
    return parser.parse(xml, true) as Element;
  } catch (error) {
    throw new Error(`it is no XML: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function ratesOf(day: Element): Pick<ReferenceSheet, 'perEuro' | 'unknown'> {
  const { Cube: cubes, '@time': _, ...others } = day;
  const [stray] = Object.keys(others);
  if (stray) throw new Error(`${stray === '#text' ? 'text' : stray} stands among its rates`);
  const perEuro = new Map<string, string>();
  for (const cube of cubes === undefined ? [] : [cubes].flat()) {
    const [currency, rate] = rateOf(cube);
    if (perEuro.has(currency)) throw new Error(`${currency} stands there twice`);
    perEuro.set(currency, rate);
  }
  const unknown = [...perEuro.keys()].filter((currency) => !isCurrency(currency));
  for (const currency of unknown) perEuro.delete(currency);
  if (perEuro.size === 0) throw new Error('it has no rate');
  return { perEuro, unknown };
}

function rateOf(cube: unknown): [string, string] {
  const { '@currency': currency, '@rate': rate } = isElement(cube) ? cube : ({} as Element);
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency) || currency === CROSS_CURRENCY)
    throw new Error(`${shown(currency)} is no currency that could have a rate`);
  if (typeof rate !== 'string' || !RATE.test(rate) || !(Number(rate) > 0))
    throw new Error(`${shown(rate)} is no rate of ${currency}`);
  return [currency, rate];
}

/** A value of the document, truncated for the log. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 40);
