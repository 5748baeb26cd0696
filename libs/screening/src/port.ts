/** Who is screened: a record, or a party that a record names. */
export interface ScreeningSubject {
  readonly type: 'CLIENT' | 'BENEFICIARY' | 'PAYMENT_INSTRUCTION' | 'PAYMENT' | 'SENDER';
  /** Of the record. */
  readonly id: string;
  readonly clientId: string;
  /** The name, then other names of the same party, in any script. */
  readonly names: readonly string[];
  /** Null if it is not known. */
  readonly party: 'PERSON' | 'ORGANISATION' | null;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  /** ISO 3166-1 alpha-2: of the address, nationality and bank. */
  readonly countries: readonly string[];
}

/** An entry of a list that the subject may be. */
export interface ScreeningHit {
  /** `OFAC_SDN`, `UN`, `EU`, `UK`, or the provider's name of it. */
  readonly list: string;
  readonly listVersion: string;
  /** As the list identifies the entry. */
  readonly entryId: string;
  /** The name of the entry that matched, as the list spells it. */
  readonly name: string;
  /** From 0 to 1. */
  readonly score: number;
  /** One sentence for a person: why the subject may be this entry. */
  readonly explanation: string;
}

export interface ScreeningResult {
  /** Each list that was searched, for example `UN 2026-11-20`. */
  readonly listVersions: readonly string[];
  /** Best first. Empty: nobody on the lists resembles the subject. */
  readonly hits: readonly ScreeningHit[];
}

/** Calls of a slow provider at the same time, for {@link ScreeningProvider.screenAll}. */
const atOnce = 4;

/**
 * Compares subjects with sanctions lists. It may be slow, fail or be absent: call it outside of transactions and call
 * it again after a failure. A failure never means that there is no hit.
 */
export abstract class ScreeningProvider {
  /** It finds what the simulation says, not what lists say. Refused in PRODUCTION. */
  abstract readonly isSimulated: boolean;

  /** @throws if the lists cannot be searched now */
  abstract screen(subject: ScreeningSubject): Promise<ScreeningResult>;

  /**
   * Several, each as by {@link screen}, in their order and without slowing what else is screened.
   * @throws if one of them cannot be screened now
   */
  async screenAll(subjects: readonly ScreeningSubject[]): Promise<ScreeningResult[]> {
    const results: ScreeningResult[] = [];
    for (let from = 0; from < subjects.length; from += atOnce) {
      const some = subjects.slice(from, from + atOnce);
      results.push(...(await Promise.all(some.map((subject) => this.screen(subject)))));
    }
    return results;
  }

  /**
   * Of all lists, as in a result, always in the same order: another value means that a list has changed. Null if it does not tell
   * when its lists change: only staff know.
   * @param isFresh not what this process remembers
   * @throws if it cannot be asked now
   */
  currentVersions(_isFresh = false): Promise<readonly string[] | null> {
    return Promise.resolve(null);
  }
}
