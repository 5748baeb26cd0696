import type { ListEntry } from './entry.js';
import type { ScreeningSubject } from './port.js';

/** What besides the name speaks for or against an entry: the score is multiplied by `factor`. */
export interface Circumstance {
  readonly factor: number;
  /** Continues the sentence of the explanation. */
  readonly text: string;
}

type Known = Pick<ScreeningSubject, 'party' | 'dateOfBirth' | 'countries'>;

export function circumstancesOf(subject: Known, entry: ListEntry): Circumstance[] {
  return [birth(subject, entry), country(subject, entry), party(subject, entry)].filter(
    (one) => one !== null,
  );
}

/** More than any circumstances multiply the score of a name by. */
export const best = 1.05;

/** Lists are often wrong by a day or a year, and swap day and month. */
function birth({ dateOfBirth }: Known, { birthDates }: ListEntry): Circumstance | null {
  if (dateOfBirth === null || birthDates.length === 0) return null;
  const [year, month, day] = dateOfBirth.split('-');
  const within = (date: string) => birthDates.some(({ from, to }) => from <= date && date <= to);
  if (within(dateOfBirth))
    return { factor: 1.03, text: `the date of birth ${dateOfBirth} is one that the entry gives` };
  if (within(`${year}-${day}-${month}`))
    return {
      factor: 1.02,
      text: `the date of birth ${dateOfBirth} is that of the entry with day and month swapped`,
    };
  const apart = Math.min(...birthDates.map((one) => yearsApart(Number(year), one)));
  if (apart <= 1)
    return {
      factor: 0.98,
      text: `the date of birth ${dateOfBirth} is not that of the entry, but at most a year off`,
    };
  return apart <= 4
    ? { factor: 0.93, text: `the date of birth ${dateOfBirth} is ${apart} years from that of the entry` }
    : { factor: 0.8, text: `the date of birth ${dateOfBirth} is ${apart} years from that of the entry` };
}

const yearsApart = (year: number, { from, to }: { from: string; to: string }) =>
  Math.max(0, Number(from.slice(0, 4)) - year, year - Number(to.slice(0, 4)));

function country({ countries }: Known, entry: ListEntry): Circumstance | null {
  if (countries.length === 0 || entry.countries.length === 0) return null;
  const shared = countries.filter((one) => entry.countries.includes(one));
  return shared.length > 0
    ? { factor: 1.01, text: `both have to do with ${shared.join(', ')}` }
    : { factor: 0.98, text: `no country is the same` };
}

/** A company may be called like a person, and a ship like either. */
function party(subject: Known, entry: ListEntry): Circumstance | null {
  if (subject.party === null || entry.party === null || subject.party === entry.party) return null;
  const kinds = { PERSON: 'a person', ORGANISATION: 'an organisation', OTHER: 'a ship or an aircraft' };
  return {
    factor: entry.party === 'OTHER' ? 0.95 : 0.9,
    text: `the entry is ${kinds[entry.party]}, the subject ${kinds[subject.party]}`,
  };
}
