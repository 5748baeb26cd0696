import { causeOf, textOf } from '@corridor/platform';
import {
  type ScreeningHit,
  ScreeningProvider,
  type ScreeningResult,
  type ScreeningSubject,
} from '@corridor/screening';
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';

/** For one response; a screening needs up to four. */
const TIMEOUT_MS = 10_000;
const RESPONSE_LIMIT_BYTES = 4 * 1024 * 1024;
/** Watchman returns no more. */
const HITS = 100;
/** After so many failures in a row it is left alone for a while; then one request finds out whether it responds again. */
const FAILURES = 5;
const LEFT_ALONE_MS = 10_000;
/** How long the versions of its lists are remembered. */
const VERSIONS_MS = 60_000;

/** What Watchman calls the party; it searches one kind at a time. */
const kinds = {
  PERSON: ['person'],
  ORGANISATION: ['business', 'organization'],
  unknown: ['person', 'business', 'organization'],
};

interface Version {
  readonly list: string;
  /** Null if it does not tell. */
  readonly hash: string | null;
}

const textOfVersion = ({ list, hash }: Version): string => `${list} ${hash ?? 'unknown'}`;

export interface WatchmanOptions {
  readonly url: string;
  readonly threshold: number;
  readonly timeoutMs?: number;
  readonly leftAloneMs?: number;
}

/**
 * A service with the interface of Moov Watchman, version 2: `GET /v2/search` and `GET /v2/listinfo`. Whatever it does
 * instead of responding as documented is an error, never an empty result: also if it has no lists. Its address may be
 * internal: the operator chose it.
 */
export class WatchmanProvider extends ScreeningProvider {
  override readonly isSimulated = false;
  private readonly breaker: CircuitBreakerPolicy;
  private versions: { readonly read: readonly Version[]; readonly atMs: number } | null = null;

  constructor(private readonly options: WatchmanOptions) {
    super();
    this.breaker = circuitBreaker(handleAll, {
      halfOpenAfter: options.leftAloneMs ?? LEFT_ALONE_MS,
      breaker: new ConsecutiveBreaker(FAILURES),
    });
  }

  /** Whether it has failed so often that no requests are made for a while. */
  get isLeftAlone(): boolean {
    return this.breaker.state === CircuitState.Open;
  }

  override screen(subject: ScreeningSubject): Promise<ScreeningResult> {
    return this.breaker.execute(async () => {
      const listVersions = (await this.listVersions()).map(textOfVersion);
      const found = await Promise.all(
        kinds[subject.party ?? 'unknown'].map((kind) => this.search(subject, kind, listVersions)),
      );
      const hits = found.flat().sort((a, b) => b.score - a.score);
      return { listVersions, hits };
    });
  }

  /** Null if it does not tell the hash of each list. */
  override currentVersions(isFresh = false): Promise<readonly string[] | null> {
    return this.breaker.execute(async () => {
      if (isFresh) this.versions = null;
      const versions = await this.listVersions();
      return versions.some(({ hash }) => hash === null) ? null : versions.map(textOfVersion);
    });
  }

  private async search(
    { names, party, dateOfBirth }: ScreeningSubject,
    kind: string,
    versions: readonly string[],
  ): Promise<ScreeningHit[]> {
    const [name = '', ...others] = names;
    const parameters = new URLSearchParams({
      name,
      type: kind,
      minMatch: String(this.options.threshold),
      limit: String(HITS),
      ...(party === 'PERSON' && dateOfBirth !== null && { birthDate: dateOfBirth }),
    });
    for (const other of others) parameters.append('altNames', other);
    const { entities } = await this.get(`v2/search?${parameters.toString()}`);
    if (!Array.isArray(entities)) throw new Error('the response has no list of entities');
    return entities
      .map((entity: unknown) => hitOf(entity, name, versions))
      .filter(({ score }) => score >= this.options.threshold);
  }

  private async listVersions(): Promise<readonly Version[]> {
    const nowMs = performance.now();
    if (this.versions && nowMs - this.versions.atMs < VERSIONS_MS) return this.versions.read;
    const { lists, listHashes } = await this.get('v2/listinfo');
    const names = isRecord(lists) ? Object.keys(lists) : [];
    if (names.length === 0) throw new Error('it has no lists');
    const hashes = isRecord(listHashes) ? listHashes : {};
    const read = names.sort().map((list) => {
      const hash = hashes[list];
      return { list, hash: typeof hash === 'string' && hash !== '' ? hash.slice(0, 16) : null };
    });
    this.versions = { read, atMs: nowMs };
    return read;
  }

  /** The body of a 200. */
  private async get(path: string): Promise<Record<string, unknown>> {
    const { url, timeoutMs = TIMEOUT_MS } = this.options;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        signal,
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      const text = await textOf(response, RESPONSE_LIMIT_BYTES);
      if (response.status !== 200) throw new Error(`the response was ${response.status}`);
      const body: unknown = JSON.parse(text);
      if (!isRecord(body)) throw new Error('the response is no object');
      return body;
    } catch (error) {
      const reason = signal.aborted ? `no response within ${timeoutMs} ms` : causeOf(error);
      throw new Error(`Screening by ${new URL(url).host} failed: ${reason}`, { cause: error });
    }
  }
}

function hitOf(entity: unknown, ours: string, versions: readonly string[]): ScreeningHit {
  const { name, sourceList, sourceID, match } = isRecord(entity) ? entity : {};
  const isComplete = [name, sourceList, sourceID].every((text) => typeof text === 'string');
  if (!isComplete || typeof match !== 'number' || !(match >= 0 && match <= 1))
    throw new Error('an entity in the response has no name, list, id or match');
  const [list, entryId, theirs] = [sourceList, sourceID, name] as [string, string, string];
  const version = versions.find((one) => one.startsWith(`${list} `));
  return {
    list,
    listVersion: version?.slice(list.length + 1) ?? 'unknown',
    entryId,
    name: theirs,
    score: match,
    explanation: `“${ours}” resembles “${theirs}”, an entry of ${list}: the provider gives ${Math.round(match * 100)} %.`,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
