import type { Language } from '../texts/texts.js';

const FORMS: Readonly<Record<Language, RegExp>> = {
  en: /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/,
  de: /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/,
};

/**
 * The number that somebody has typed in their language: `1,000.50`, in German `1.000,50`.
 * @returns null for anything that could be meant otherwise, such as `1000.50` in German
 */
export function readDecimal(text: string, language: Language): number | null {
  const typed = text.replaceAll(/\s/g, '');
  if (!FORMS[language].test(typed)) return null;
  const plain = language === 'de' ? typed.replaceAll('.', '').replace(',', '.') : typed.replaceAll(',', '');
  return Number(plain);
}
