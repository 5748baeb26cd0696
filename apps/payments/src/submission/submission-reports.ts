import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, nowOf } from '@corridor/kernel';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { isTracing } from '@corridor/tracing';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RailReport } from '../rail/payment-rail.js';
import { BankTasks } from './bank-tasks.js';
import { asReport } from './report-span.js';
import { report, submission } from './submission.js';

/** Takes what the bank says, whoever brings it: the rail or a hook of a provider. */
@Injectable()
export class SubmissionReports {
  private readonly log = new Logger('Bank');

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly tasks: BankTasks,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {}

  /** Resolves when the reports are stored: the bank need not repeat them. One about an unknown payment is kept for a person. */
  async take(reports: readonly RailReport[]): Promise<void> {
    if (reports.length === 0) return;
    const found = await this.database.query<{ id: string; reference: string }>(
      `SELECT id, reference FROM bank_submission WHERE client_id = $1 AND reference = ANY ($2)`,
      [OPERATOR.id, reports.map(({ reference }) => reference)],
    );
    const ids = new Map(found.map(({ id, reference }) => [reference, id]));
    const traces = isTracing() ? await this.tasks.tracesOf(found.map(({ id }) => id)) : undefined;
    const byReference = Map.groupBy(reports, ({ reference }) => reference);
    // At once: the commands share transactions (ADR 21).
    await Promise.all(
      [...byReference].map(([reference, some]) => {
        const id = ids.get(reference);
        return id === undefined ? this.unknown(some) : this.ofOne(id, some, traces?.get(id));
      }),
    );
  }

  /** In their order. @param askedBy the trace that has asked for the submission, while traces are exported */
  private async ofOne(
    submissionId: string,
    reports: readonly RailReport[],
    askedBy: string | undefined,
  ): Promise<void> {
    const caller = systemCaller(this.platform.environment, OPERATOR, submissionId);
    for (const one of reports)
      await asReport(one, { submissionId, askedBy, caller }, (following) =>
        this.store.handle(submission, submissionId, (state) => report(state, one), { caller: following }),
      );
  }

  private async unknown(reports: readonly RailReport[]): Promise<void> {
    for (const one of reports) await this.keepUnknown(one);
  }

  private async keepUnknown(one: RailReport): Promise<void> {
    this.log.error(`the bank reports ${one.status} of ${one.reference}, which was never submitted`);
    const { returned, ...more } = one;
    await this.database.query(
      `INSERT INTO unknown_bank_report (report_id, received_on, report) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [
        `${one.reportId} ${one.status}`,
        nowOf(this.clock),
        JSON.stringify({ ...more, returned: returned && { ...returned, minor: String(returned.minor) } }),
      ],
    );
  }
}
