import type { Curve } from '@corridor/conversions-contract';
import {
  type Clock,
  type Environment,
  type Timestamp,
  dateOf,
  instantOf,
  nowOf,
  timestamp,
} from '@corridor/kernel';
import { Logger } from '@nestjs/common';
import { DocumentReader } from '../rates/read-document.js';
import { replacedBy } from '../rates/published/published-rates.js';
import { FLAT, NO_POINTS, type RateSettings } from '../rates/rate-settings.js';
import { pointsOf } from './points-document.js';

/** For the whole read. */
const DEADLINE_MS = 3_000;

/**
 * The forward points of `FORWARD_POINTS`, read by a timer, never for a request. An unavailable or invalid document changes nothing and is
 * logged, and the points become too old.
 */
export class PointsSource {
  private readonly log = new Logger(PointsSource.name);
  private readonly reader: Pick<DocumentReader, 'read'> | null;
  private latest: readonly Curve[] = [];
  private lastIssue: string | null = null;
  private dueAtMs = 0;

  constructor(
    private readonly settings: Pick<RateSettings, 'points' | 'pointsMaxAgeSeconds' | 'pollSeconds'>,
    private readonly clock: Clock,
    environment: Environment,
    reader?: Pick<DocumentReader, 'read'>,
  ) {
    const { points } = settings;
    if (points === FLAT && environment === 'PRODUCTION')
      throw new Error(`FORWARD_POINTS: "${FLAT}" is refused in PRODUCTION: forwards would cost nothing`);
    this.reader = [FLAT, NO_POINTS].includes(points)
      ? null
      : (reader ?? new DocumentReader(points, DEADLINE_MS));
  }

  /** What staff call it. */
  get name(): string {
    return this.settings.points;
  }

  /** Null if later dates are priced like spot; empty if none are quoted, or before the first document. */
  curves(): readonly Curve[] | null {
    return this.settings.points === FLAT ? null : this.latest;
  }

  /** Why there are none; null if there are, or if there is no source. */
  trouble(): string | null {
    return this.reader && this.latest.length === 0
      ? 'There are no forward points: the source in FORWARD_POINTS could not be read yet.'
      : null;
  }

  /** Reads the document when it is due. */
  async turn(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (!this.reader || nowMs < this.dueAtMs) return;
    this.dueAtMs = nowMs + this.settings.pollSeconds * 1000;
    try {
      await this.readNow();
      this.lastIssue = null;
    } catch (error) {
      this.report((error as Error).message);
    }
  }

  /** @throws Error with the reason */
  async readNow(): Promise<void> {
    const document = (await this.reader?.read()) ?? null;
    if (document !== null) this.take(document);
  }

  private take(document: string): void {
    const validUntil = (quotedOn: Timestamp) => this.endOf(quotedOn);
    const { curves, unknown } = pointsOf(document, { now: nowOf(this.clock), validUntil });
    if (this.latest.length === 0 || this.lastIssue !== null) {
      const without = unknown.length > 0 ? `, without the unknown ${unknown.join(', ')}` : '';
      this.log.log(`Forward points of ${curves.length} pairs from ${this.settings.points}${without}`);
    }
    this.latest = curves;
  }

  private endOf(quotedOn: Timestamp): Timestamp {
    const { pointsMaxAgeSeconds: seconds } = this.settings;
    if (seconds === null) return replacedBy(dateOf(quotedOn));
    return timestamp(new Date(instantOf(quotedOn).getTime() + seconds * 1000));
  }

  /** The same issue is logged once. */
  private report(issue: string): void {
    if (issue === this.lastIssue) return;
    this.lastIssue = issue;
    if (this.latest.length > 0) this.log.warn(`No new forward points: ${issue}`);
    else this.log.error(`No forward points: ${issue}`);
  }
}
