import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, type Environment, type Timestamp, nowOf, refuse, timestamp } from '@corridor/kernel';
import type { RescreeningResource } from '@corridor/payments-contract';
import { Ids, Job, Readiness, platformSettings, type PlatformSettings } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { Inject, Injectable } from '@nestjs/common';
import { type Event, type State, advance, endPause, replace, rescreening, start } from './rescreening.js';
import { pageAfter, screenedCount, unchanged, withNewHits } from './rescreening-page.js';
import { Screenings } from './screenings.js';

const EVERY_MS = 2_000;
/** Subjects that one transaction adds to the progress. */
const PAGE = 100;
/** How long other processes leave the work to one of which they hear nothing. */
const LEASE_MS = 60_000;
/** How long after a failure the provider is left alone. */
const RETRY_MS = 30_000;
/** One that has not advanced for so long is reported. */
const LATE_MS = 10 * 60_000;
/** How long one that staff have started waits: it can be paused before it begins. */
const GRACE_MS = 5_000;
/** A pause ends by itself: a new version of a list must not wait until somebody remembers it. */
const LONGEST_PAUSE_MS = 12 * 60 * 60_000;

interface Current {
  readonly newest: RescreeningResource | null;
  readonly listVersions: readonly string[] | null;
}

const isOutdated = (newest: RescreeningResource | null, versions: readonly string[] | null): boolean =>
  versions !== null && newest?.status !== 'PAUSED' && !isDeepStrictEqual(newest?.listVersions, versions);

/**
 * Compares all current subjects again, one process at a time: when a list has changed, or when staff say so. Whom it finds
 * is screened like anybody else, which opens the case and holds what is pending.
 */
@Injectable()
export class RescreeningJob extends Job {
  private readonly holder = randomUUID();
  private isEnding = false;
  /** Since when the provider does not tell the versions of its lists, though it should. */
  private unknownSince: Timestamp | null = null;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly provider: ScreeningProvider,
    private readonly screenings: Screenings,
    private readonly ids: Ids,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY) private readonly platform: Pick<PlatformSettings, 'environment'>,
    readiness: Readiness,
  ) {
    super(EVERY_MS);
    readiness.reports('rescreening', async () => {
      this.mustKnowVersions();
      await this.mustAdvance();
    });
  }

  async turn(): Promise<void> {
    const { newest, listVersions } = await this.upToDate(await this.currentVersions());
    if (!newest || !this.isDue(newest) || !(await this.isMine())) return;
    const { id } = newest;
    try {
      if (newest.status === 'PAUSED') await this.handle(id, endPause);
      await this.replaceOthers(id);
      while (!this.isEnding && (await this.isMine()) && (await this.comparePage(id, listVersions)));
      await this.leave();
    } catch (error) {
      this.log.warn(`${id} continues later: ${String(error)}`);
      await this.leave(RETRY_MS);
    }
  }

  override async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await super.onModuleDestroy();
  }

  /**
   * The newest rescreening; one that is started now if the lists have changed since, unless staff have paused it. What this process
   * remembers of the lists may be older than what another one has started it for, so they are read again, after it.
   */
  private async upToDate(remembered: readonly string[] | null): Promise<Current> {
    const newest = await this.newest();
    if (!isOutdated(newest, remembered)) return { newest, listVersions: remembered };
    const listVersions = await this.currentVersions(true);
    if (listVersions === null || !isOutdated(newest, listVersions)) return { newest, listVersions };
    return this.database.exclusively('rescreening', async () => {
      const last = await this.newest();
      if (last?.id === newest?.id && last?.status !== 'PAUSED') {
        const total = await screenedCount(this.database);
        await this.handle(this.ids.next('rsc'), (state) => start(state, { listVersions, total }));
      }
      return { newest: await this.newest(), listVersions };
    });
  }

  /** Null if they are not known. A provider that fails is reported once, and by the health of this job if it goes on failing. */
  private async currentVersions(isFresh = false): Promise<readonly string[] | null> {
    try {
      const versions = await this.provider.currentVersions(isFresh);
      this.unknownSince = null;
      return versions;
    } catch (error) {
      if (this.unknownSince === null)
        this.log.warn(`Whether a list has changed is not known: ${String(error)}`);
      this.unknownSince ??= nowOf(this.clock);
      return null;
    }
  }

  private isDue({ status, startedBy, position, advancedOn }: RescreeningResource): boolean {
    const since = this.msSince(advancedOn);
    if (status === 'PAUSED') return since >= LONGEST_PAUSE_MS;
    return status === 'RUNNING' && (startedBy === null || position !== null || since >= GRACE_MS);
  }

  private msSince(time: Timestamp): number {
    return this.clock.now().getTime() - Date.parse(`${time}Z`);
  }

  private async newest(): Promise<RescreeningResource | null> {
    const [row] = await this.database.query<{ data: RescreeningResource }>(
      'SELECT data FROM rescreening WHERE client_id = $1 ORDER BY created_on DESC, id DESC LIMIT 1',
      [OPERATOR.id],
    );
    return row?.data ?? null;
  }

  private async replaceOthers(id: string): Promise<void> {
    const others = await this.database.query<{ id: string }>(
      `SELECT id FROM rescreening WHERE data ->> 'status' <> 'FINISHED' AND id < $1`,
      [id],
    );
    for (const other of others) await this.handle(other.id, (state) => replace(state, `${id} replaces it.`));
  }

  /**
   * @param expected nothing is kept of a comparison with other versions: a list has changed meanwhile
   * @returns whether there is more to do
   */
  private async comparePage(id: string, expected: readonly string[] | null): Promise<boolean> {
    const newest = await this.newest();
    if (newest?.id !== id || newest.status !== 'RUNNING') return false;
    const { position } = newest;
    const page = await pageAfter(this.database, position, PAGE);
    const last = page.at(-1);
    if (!last) {
      await this.handle(id, (state) => advance(state, position, null));
      return false;
    }
    const due = page.filter(({ isCurrent }) => isCurrent);
    const results = await this.provider.screenAll(due.map(({ subject }) => subject));
    const versions = new Set(results.flatMap(({ listVersions }) => listVersions));
    if (expected && [...versions].some((one) => !expected.includes(one))) return false;
    const found = due.flatMap((one, at) => {
      const { hits } = results[at]!;
      return hits.length > 0 ? [{ ...one, hits }] : [];
    });
    const withNew = await withNewHits(this.database, found);
    return this.database.transaction(async () => {
      const clients = await unchanged(this.database, withNew);
      const counts = { done: page.length, compared: due.length, hits: clients.size };
      let isAdvanced = false;
      await this.handle(id, (state) => {
        const events = advance(state, position, {
          ...counts,
          listVersions: [...versions],
          position: last.id,
        });
        isAdvanced = events.length > 0;
        return events;
      });
      if (!isAdvanced) return false;
      for (const { id: subjectId, subject, caller } of withNew) {
        const client = clients.get(subjectId);
        if (client) await this.screenings.requestAgain({ subject, client, reviewReasons: [] }, caller);
      }
      return true;
    });
  }

  private handle(id: string, decide: (state: State) => Event[]) {
    const caller = systemCaller(this.platform.environment as Environment, OPERATOR, id);
    return this.store.handle(rescreening, id, decide, { caller });
  }

  /** Takes or keeps the lease, unless another process has it. */
  private async isMine(): Promise<boolean> {
    const rows = await this.database.query(
      'UPDATE rescreening_lease SET holder = $1, until = $2 WHERE holder = $1 OR until <= $3 RETURNING 1',
      [this.holder, this.after(LEASE_MS), this.after(0)],
    );
    return rows.length > 0;
  }

  /** @param pauseMs nobody takes it before */
  private async leave(pauseMs = 0): Promise<void> {
    await this.database.query(`UPDATE rescreening_lease SET holder = '', until = $2 WHERE holder = $1`, [
      this.holder,
      this.after(pauseMs),
    ]);
  }

  private after(ms: number): string {
    return timestamp(new Date(this.clock.now().getTime() + ms));
  }

  /** @throws Refusal if a list may have changed without a rescreening */
  private mustKnowVersions(): void {
    const since = this.unknownSince;
    if (since !== null && this.msSince(since) > LATE_MS)
      throw refuse('unavailable', `the provider does not tell the versions of its lists since ${since}`);
  }

  /** @throws Refusal if it makes no progress */
  private async mustAdvance(): Promise<void> {
    const newest = await this.newest();
    if (newest?.status !== 'RUNNING' || this.msSince(newest.advancedOn) <= LATE_MS) return;
    const { id, done, total, advancedOn } = newest;
    throw refuse('unavailable', `${id} is not advancing at ${done} of ${total} since ${advancedOn}`);
  }
}
