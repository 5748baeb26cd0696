import { randomUUID } from 'node:crypto';
import type { BankSubmissionResource } from '@corridor/payments-contract';
import { Database } from '@corridor/event-store';
import { type Timestamp, instantOf, timestamp } from '@corridor/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import type { RailBatch } from '../rail/payment-rail.js';
import { railSettings } from '../rail/rail-settings.js';

/** Whose money is given back in one turn. */
const GIVEN_BACK_AT_ONCE = 500;
/** How long nobody else takes a task: longer than the rail may need. */
const LEASE_MS = 90_000;
const MOST_BETWEEN_ATTEMPTS_MS = 5 * 60_000;

/** What is still to be done about submissions: rows of `bank_task`, which `keepTask` writes together with the events. */
@Injectable()
export class BankTasks {
  constructor(
    private readonly database: Database,
    @Inject(railSettings.KEY) private readonly settings: Pick<ConfigType<typeof railSettings>, 'batchSize'>,
  ) {}

  /** Asked every second, mostly in vain. */
  async areDue(now: Timestamp): Promise<boolean> {
    const [due] = await this.database.query(
      `SELECT FROM bank_task WHERE work IN ('HAND_OVER', 'GIVE_BACK') AND due_on <= $1 LIMIT 1`,
      [now],
    );
    return due !== undefined;
  }

  /**
   * Payments that wait for the rail, for nobody else for a while. A batch that nobody has completed comes again before new
   * ones, with all that is left of it: whoever gets a part of it would make another file under its name.
   */
  async nextBatch(now: Timestamp): Promise<RailBatch | null> {
    const later = after(now, LEASE_MS);
    const [begun] = await this.database.query<{ batchId: string }>(
      `SELECT batch_id AS "batchId" FROM bank_task
       WHERE work = 'HAND_OVER' AND due_on <= $1 AND batch_id IS NOT NULL ORDER BY due_on LIMIT 1`,
      [now],
    );
    const id = begun?.batchId ?? randomUUID();
    const which = begun ? 'SELECT submission_id FROM bank_task WHERE batch_id = $3' : this.newBatch;
    const taken = await this.database.query<{ data: BankSubmissionResource; attempts: number }>(
      `WITH due AS MATERIALIZED (${which}), taken AS (
         UPDATE bank_task AS task SET due_on = $2, attempts = attempts + 1, batch_id = $3
         FROM due WHERE task.submission_id = due.submission_id AND work = 'HAND_OVER' AND due_on <= $1
         RETURNING task.submission_id, task.attempts)
       SELECT data, attempts FROM taken JOIN bank_submission ON id = submission_id ORDER BY id`,
      [now, later, id],
    );
    if (taken.length === 0) return null;
    return {
      id,
      payments: taken.map(({ data }) => data),
      isRepeated: taken.some(({ attempts }) => attempts > 1),
    };
  }

  /** Materialized where it is used: Postgres may otherwise repeat it for each task, and take more of them each time. */
  private get newBatch(): string {
    return `SELECT submission_id FROM bank_task
      WHERE work = 'HAND_OVER' AND due_on <= $1 AND batch_id IS NULL
      ORDER BY due_on LIMIT ${this.settings.batchSize} FOR UPDATE SKIP LOCKED`;
  }

  /** W3C trace contexts of what has asked for these submissions, by their ids. */
  async tracesOf(submissionIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; traceparent: string }>(
      `SELECT stream_id AS id, caller ->> 'traceparent' AS traceparent FROM events
       WHERE stream_id = ANY ($1) AND version = 1`,
      [submissionIds],
    );
    return new Map(rows.map(({ id, traceparent }) => [id, traceparent]));
  }

  /** The whole batch again, later. */
  async batchFailed({ id }: RailBatch, now: Timestamp, failure: string): Promise<void> {
    await this.postponed(now, 'batch_id = $1', id, failure);
  }

  /** Those of a batch that the rail has not taken, in another batch. */
  async notTaken(failures: Readonly<Record<string, string>>, now: Timestamp): Promise<void> {
    for (const [id, failure] of Object.entries(failures)) {
      await this.postponed(now, 'submission_id = $1', id, failure);
      await this.database.query('UPDATE bank_task SET batch_id = NULL WHERE submission_id = $1', [id]);
    }
  }

  /** Payments that the bank has not executed, and whose money may not be back. */
  async toGiveBack(now: Timestamp): Promise<BankSubmissionResource[]> {
    const rows = await this.database.query<{ data: BankSubmissionResource; attempts: number }>(
      `WITH due AS MATERIALIZED (
         SELECT submission_id FROM bank_task WHERE work = 'GIVE_BACK' AND due_on <= $1
         ORDER BY due_on LIMIT ${GIVEN_BACK_AT_ONCE} FOR UPDATE SKIP LOCKED), taken AS (
         UPDATE bank_task AS task SET due_on = $2, attempts = attempts + 1
         FROM due WHERE task.submission_id = due.submission_id
         RETURNING task.submission_id, task.attempts)
       SELECT data, attempts FROM taken JOIN bank_submission ON id = submission_id ORDER BY id`,
      [now, after(now, LEASE_MS)],
    );
    return rows.map(({ data }) => data);
  }

  /** @param now of {@link toGiveBack}: if more has come back since, that is still to be done */
  async givenBack(submissionIds: readonly string[], now: Timestamp): Promise<void> {
    if (submissionIds.length === 0) return;
    await this.database.query(
      `DELETE FROM bank_task WHERE submission_id = ANY ($1) AND work = 'GIVE_BACK' AND due_on = $2`,
      [submissionIds, after(now, LEASE_MS)],
    );
  }

  private async postponed(now: Timestamp, which: string, id: string, failure: string): Promise<void> {
    const [task] = await this.database.query<{ attempts: number }>(
      `SELECT attempts FROM bank_task WHERE ${which} LIMIT 1`,
      [id],
    );
    const wait = Math.min(1000 * 2 ** Math.min(task?.attempts ?? 1, 20), MOST_BETWEEN_ATTEMPTS_MS);
    await this.database.query(`UPDATE bank_task SET due_on = $2, failure = $3 WHERE ${which}`, [
      id,
      after(now, wait),
      failure.slice(0, 512),
    ]);
  }
}

const after = (now: Timestamp, ms: number): Timestamp => timestamp(new Date(instantOf(now).getTime() + ms));
