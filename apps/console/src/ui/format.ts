import type { Amount } from '../api/records.js';
import type { Language } from '../texts/texts.js';

const LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** A page formats hundreds of values, and to make a formatter takes far longer than to use it: each is made once. */
function madeOnce<Options, Formatter>(make: (locale: string, options: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (language: Language, options: Options): Formatter => {
    const key = language + JSON.stringify(options);
    const formatter = made.get(key) ?? make(LOCALE[language], options);
    made.set(key, formatter);
    return formatter;
  };
}

const numberFormat = madeOnce(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dateFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const displayNames = madeOnce(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

const digitsOf = (currency: string) => numberFormat('en', { style: 'currency', currency }).resolvedOptions();

/** `1,000.00`, with at least the decimals that are usual for the currency, and never fewer than the amount has. */
export function decimalOf({ ccyCode, value }: Amount, language: Language): string {
  const { minimumFractionDigits } = digitsOf(ccyCode);
  return numberFormat(language, { minimumFractionDigits, maximumFractionDigits: 4 }).format(value);
}

export const amountText = (amount: Amount, language: Language): string =>
  `${decimalOf(amount, language)} ${amount.ccyCode}`;

export const rateText = (rate: number, language: Language): string =>
  numberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 6 }).format(rate);

/** @param moment in UTC, without a zone, as the API writes it @param timeStyle `medium` has seconds */
export const momentText = (
  moment: string,
  language: Language,
  timeStyle: 'short' | 'medium' = 'short',
): string => dateFormat(language, { dateStyle: 'medium', timeStyle }).format(new Date(`${moment}Z`));

/** The day of a moment where the reader is. */
export const dateText = (moment: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'full' }).format(new Date(`${moment}Z`));

export const timeText = (moment: string, language: Language): string =>
  dateFormat(language, { timeStyle: 'medium' }).format(new Date(`${moment}Z`));

/** @param day `2026-11-23`, the same everywhere */
export const dayText = (day: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

export const countryText = (code: string, language: Language): string =>
  displayNames(language, { type: 'region' }).of(code) ?? code;

export const currencyText = (code: string, language: Language): string =>
  displayNames(language, { type: 'currency' }).of(code) ?? code;

/** `Monday, 30 November 2026`. @param day as of {@link dayText} */
export const longDayText = (day: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));

/** From Sunday on. */
export const weekdaysIn = (language: Language): readonly string[] =>
  Array.from({ length: 7 }, (_, day) =>
    dateFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 10, 1 + day), // a Sunday, and the days after it
    ),
  );

/** An amount that is not exact, with the decimals that are usual for its currency. */
export const roundedText = (value: number, ccyCode: string, language: Language): string => {
  const { minimumFractionDigits, maximumFractionDigits } = digitsOf(ccyCode);
  return numberFormat(language, { minimumFractionDigits, maximumFractionDigits }).format(value);
};

/** Digits behind the point that are usual for the currency. */
export const decimalsOf = (ccyCode: string): number => digitsOf(ccyCode).maximumFractionDigits ?? 2;

/** `5 Nov`. @param moment in milliseconds */
export const axisDayText = (moment: number, language: Language): string =>
  dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(moment);

/** `1.2M`. */
export const axisNumberText = (value: number, language: Language): string =>
  numberFormat(language, { notation: 'compact', maximumFractionDigits: 2 }).format(value);
