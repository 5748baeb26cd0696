import type { Amount } from '../api/records.js';
import type { Language } from '../texts/texts.js';

const LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** `1,000.00`, with at least the decimals that are usual for the currency, and never fewer than the amount has. */
export function decimalOf({ ccyCode, value }: Amount, language: Language): string {
  const { minimumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: ccyCode,
  }).resolvedOptions();
  return new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits,
    maximumFractionDigits: 4,
  }).format(value);
}

export const amountText = (amount: Amount, language: Language): string =>
  `${decimalOf(amount, language)} ${amount.ccyCode}`;

export const rateText = (rate: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { minimumFractionDigits: 4, maximumFractionDigits: 6 }).format(
    rate,
  );

/** @param moment in UTC, without a zone, as the API writes it @param timeStyle `medium` has seconds */
export const momentText = (
  moment: string,
  language: Language,
  timeStyle: 'short' | 'medium' = 'short',
): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'medium', timeStyle }).format(
    new Date(`${moment}Z`),
  );

/** The day of a moment where the reader is. */
export const dateText = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'full' }).format(new Date(`${moment}Z`));

export const timeText = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { timeStyle: 'medium' }).format(new Date(`${moment}Z`));

/** @param day `2026-11-23`, the same everywhere */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

export const countryText = (code: string, language: Language): string =>
  new Intl.DisplayNames(LOCALE[language], { type: 'region' }).of(code) ?? code;

export const currencyText = (code: string, language: Language): string =>
  new Intl.DisplayNames(LOCALE[language], { type: 'currency' }).of(code) ?? code;

/** `Monday, 30 November 2026`. @param day as of {@link dayText} */
export const longDayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));

/** From Sunday on. */
export const weekdaysIn = (language: Language): readonly string[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(LOCALE[language], { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 10, 1 + day), // a Sunday, and the days after it
    ),
  );

/** An amount that is not exact, with the decimals that are usual for its currency. */
export const roundedText = (value: number, ccyCode: string, language: Language): string => {
  const { minimumFractionDigits, maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: ccyCode,
  }).resolvedOptions();
  return new Intl.NumberFormat(LOCALE[language], { minimumFractionDigits, maximumFractionDigits }).format(
    value,
  );
};

/** Digits behind the point that are usual for the currency. */
export const decimalsOf = (ccyCode: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: ccyCode }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** `5 Nov`. @param moment in milliseconds */
export const axisDayText = (moment: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    moment,
  );

/** `1.2M`. */
export const axisNumberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { notation: 'compact', maximumFractionDigits: 2 }).format(value);
