/** A period in which a birth may lie, both days included: one day, a month, a year or more. */
export interface BirthPeriod {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export interface EntryName {
  readonly text: string;
  /** Lists call an alias weak if it is so common that it produces many false hits. */
  readonly quality: 'PRIMARY' | 'STRONG' | 'WEAK';
}

/** An entry of a sanctions list, in the form that all formats are read into. */
export interface ListEntry {
  /** As the list identifies it; unique in the list. */
  readonly id: string;
  /** A ship or an aircraft is OTHER. Null if the list does not say. */
  readonly party: 'PERSON' | 'ORGANISATION' | 'OTHER' | null;
  /** At least one; the primary name first. */
  readonly names: readonly EntryName[];
  readonly birthDates: readonly BirthPeriod[];
  /** ISO 3166-1 alpha-2: nationalities, citizenships and addresses. */
  readonly countries: readonly string[];
  /** The sanctions programme or regime, as the list writes it. */
  readonly programme: string;
}
