import type { BirthPeriod } from '../entry.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** “Circa” in lists is a guess: one year more on both sides. */
const circaYears = 1;

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

export const year = (from: number, to = from): BirthPeriod => ({
  from: `${pad(from, 4)}-01-01`,
  to: `${pad(to, 4)}-12-31`,
});

/** @returns null if there is no such day or month */
export function day(of: number, month: number, ofMonth: number): BirthPeriod | null {
  const date = `${pad(of, 4)}-${pad(month)}-${pad(ofMonth)}`;
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ?? false;
  return isReal ? { from: date, to: date } : null;
}

export function month(of: number, number: number): BirthPeriod | null {
  if (number < 1 || number > 12) return null;
  const last = new Date(Date.UTC(of, number, 0)).getUTCDate();
  return { from: `${pad(of, 4)}-${pad(number)}-01`, to: `${pad(of, 4)}-${pad(number)}-${pad(last)}` };
}

export function circa({ from, to }: BirthPeriod): BirthPeriod {
  return year(Number(from.slice(0, 4)) - circaYears, Number(to.slice(0, 4)) + circaYears);
}

/** Lists leave one end of a range open; nobody who is listed is older or younger. */
export const between = (from: number | null, to: number | null): BirthPeriod =>
  year(from ?? 1850, to ?? 2100);

const monthOf = (text: string) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/**
 * A date of birth as OFAC writes it: `23 Nov 1962`, `Nov 1962`, `1962`, `circa 1961`, `1960 to 1962`, `01 Jan 1960 to 31
 * Dec 1962`.
 * @returns null if it is written in another way
 */
export function ofacBirth(text: string): BirthPeriod | null {
  const given = text.trim();
  const range = /^(.+?)\s+(?:to|and|-)\s+(.+)$/i.exec(given.replace(/^between\s+/i, ''));
  if (range) {
    const [from, to] = [ofacBirth(range[1]!), ofacBirth(range[2]!)];
    return from && to && from.from <= to.to ? { from: from.from, to: to.to } : null;
  }
  const about = /^(?:circa|c\.|approximately)\s*(.+)$/i.exec(given);
  if (about) {
    const period = ofacBirth(about[1]!);
    return period && circa(period);
  }
  const parts = /^(?:(?:(\d{1,2})\s+)?([A-Za-z]{3,9})\s+)?(\d{4})$/.exec(given);
  if (!parts) return null;
  const [, ofMonth, name, of] = parts;
  if (name === undefined) return year(Number(of));
  const number = monthOf(name);
  if (number === 0) return null;
  return ofMonth === undefined ? month(Number(of), number) : day(Number(of), number, Number(ofMonth));
}

/** `1970-12-31`, with a time behind it or without. */
export function isoBirth(text: string): BirthPeriod | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim());
  return parts && day(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** As the UK writes it, with letters for what is not known: `31/12/1970`, `dd/12/1970`, `dd/mm/1970`. */
export function ukBirth(text: string): BirthPeriod | null {
  const parts = /^(\d{1,2}|dd|00)\/(\d{1,2}|mm|00)\/(\d{4})$/i.exec(text.trim());
  if (!parts) return /^\d{4}$/.test(text.trim()) ? year(Number(text)) : null;
  const [ofMonth, number, of] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (!number) return year(of);
  return ofMonth ? day(of, number, ofMonth) : month(of, number);
}
