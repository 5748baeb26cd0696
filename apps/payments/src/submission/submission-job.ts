import type { BankSubmissionResource, PaymentResource } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { type Caller, Clock, type Reference, fromResource, nowOf } from '@corridor/kernel';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import type { Span } from '@corridor/tracing';
import { Inject, Injectable } from '@nestjs/common';
import { type BankReport, reported } from '../payment/bank-report.js';
import { type State, payment } from '../payment/payment.js';
import { payments } from '../payment/payment.view.js';
import { type Handover, PaymentRail, type RailBatch, type RailPayment } from '../rail/payment-rail.js';
import { BankFiles } from '../bank-file/bank-files.js';
import { BankTasks } from './bank-tasks.js';
import { CollectionSpan } from './collection-span.js';
import { CreditReports } from './credit-reports.js';
import { StatementReports } from './statement-reports.js';
import { SubmissionReports } from './submission-reports.js';
import { beginHandovers, endHandovers } from './handover-span.js';
import { handOver, submission } from './submission.js';

const EVERY_MS = 1_000;
/** How long the rail may take for a batch, and to pass on what the bank has said. */
export const RAIL_TIMEOUT_MS = 30_000;

/** Hands submissions over to the rail and takes what the bank says: the only place that calls the rail. */
@Injectable()
export class SubmissionJob extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly tasks: BankTasks,
    private readonly reports: SubmissionReports,
    private readonly credits: CreditReports,
    private readonly statements: StatementReports,
    private readonly files: BankFiles,
    private readonly rail: PaymentRail,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    super(EVERY_MS);
  }

  /** Any number of replicas may run it. */
  override async turn(): Promise<void> {
    await this.attempt(() => this.files.moveDecided());
    await this.attempt(() => this.collect());
    await this.attempt(async () => {
      if (!(await this.tasks.areDue(nowOf(this.clock)))) return;
      await this.attempt(() => this.handOverAll());
      await this.giveBack();
    });
  }

  /** One part that fails does not stop the others. */
  private async attempt(part: () => Promise<void>): Promise<void> {
    await part().catch((error: unknown) => this.log.error(error));
  }

  private async handOverAll(): Promise<void> {
    for (let batch = await this.next(); batch; batch = await this.next()) await this.handOver(batch);
  }

  private next(): Promise<RailBatch | null> {
    return this.tasks.nextBatch(nowOf(this.clock));
  }

  private async handOver(all: RailBatch): Promise<void> {
    const batch = await this.withoutDebits(all);
    if (batch.payments.length === 0) return;
    const steps = await beginHandovers(this.tasks, batch);
    let handover: Handover;
    try {
      handover = await inTime((signal) => this.rail.submit(batch, signal));
    } catch (error) {
      endHandovers(steps, Object.fromEntries(batch.payments.map(({ id }) => [id, 'failed'])));
      this.log.warn(`${batch.payments.length} payments are not handed over: ${String(error)}`);
      return this.tasks.batchFailed(batch, nowOf(this.clock), (error as Error).message);
    }
    const { failures, reports, executionDates = {} } = handover;
    endHandovers(steps, failures);
    const taken = batch.payments.filter(({ id }) => !(id in failures));
    await Promise.all(
      taken.map(({ id }) =>
        this.store.handle(submission, id, (state) => handOver(state, executionDates[id] ?? null), {
          caller: following(steps.get(id), this.acting(OPERATOR, id)),
        }),
      ),
    );
    const [failure] = Object.values(failures);
    if (failure !== undefined)
      this.log.warn(`${Object.keys(failures).length} payments are not handed over: ${failure}`);
    await this.tasks.notTaken(failures, nowOf(this.clock));
    await this.reports.take(reports);
  }

  /** A rail that cannot debit accounts never gets a debit: they are rejected. */
  private async withoutDebits(batch: RailBatch): Promise<RailBatch> {
    if (this.rail.debits) return batch;
    const [debits, payments] = [true, false].map((isDebit) =>
      batch.payments.filter(({ kind }) => (kind === 'DEBIT') === isDebit),
    ) as [RailPayment[], RailPayment[]];
    await this.reports.take(
      debits.map(({ reference }) => ({
        ...{ reportId: `${reference} REJECTED`, reference, status: 'REJECTED' },
        ...{ reason: 'Linked accounts cannot be debited here.', returned: null, bankReference: null },
      })),
    );
    return { ...batch, payments };
  }

  private async collect(): Promise<void> {
    const step = new CollectionSpan();
    let hasFailed = true;
    try {
      await inTime(() => this.collectIn(step));
      hasFailed = false;
    } finally {
      step.end(hasFailed);
    }
  }

  private collectIn(step: CollectionSpan): Promise<void> {
    return this.rail.collect(
      (reports) => {
        step.count('reports', reports.length);
        return this.reports.take(reports);
      },
      (credits) => {
        step.count('credits', credits.length);
        return this.credits.take(credits, step.traceparent);
      },
      (part) => {
        step.count('statement_parts');
        return this.statements.take(part);
      },
      (file) => {
        step.count('files');
        return this.files.found(file);
      },
    );
  }

  /** The ledger can decline it, for example if the wallet is full: it is asked again until it does not. */
  private async giveBack(): Promise<void> {
    const now = nowOf(this.clock);
    const all = await this.tasks.toGiveBack(now);
    const given = await Promise.all(all.map((one) => this.isGivenBack(one)));
    const done = all.filter((_, i) => given[i]);
    await this.tasks.givenBack(
      done.map(({ id }) => id),
      now,
    );
  }

  private async isGivenBack(one: BankSubmissionResource): Promise<boolean> {
    const { kind, subjectId, client } = one;
    const parts = givenBackBy(one);
    if (kind !== 'PAYMENT' || !client || parts.length === 0) return true;
    const caller = this.acting(client, subjectId);
    const row = await this.readModels.find<PaymentResource>(payments, subjectId, caller);
    if (!row || (row.status !== 'SENT' && row.status !== 'FAILED')) return true;
    const given = row.failureReturnedAmount ? fromResource(row.failureReturnedAmount).minor : 0n;
    if (row.status === 'FAILED' && given >= owed(one)) return true;
    // Only the next one of them has an effect.
    const decide = (state: State) => {
      const events = parts.map((said) => reported(state, said));
      return events.find(({ length }) => length > 0) ?? [];
    };
    await this.store.handle(payment, subjectId, decide, { caller });
    return false;
  }

  private acting(client: Reference, id: string) {
    return systemCaller(this.platform.environment, client, id);
  }
}

/** What follows from a step of a trace; without one it begins its own. */
const following = (step: Span | undefined, caller: Caller): Caller =>
  step ? { ...caller, traceparent: step.traceparent } : caller;

/** What the client gets back of a payment, in its parts: all of it at once after a rejection. */
function givenBackBy({ history, returns }: BankSubmissionResource): BankReport[] {
  const rejection = history.find(({ status }) => status === 'REJECTED');
  if (rejection) return [{ status: 'REJECTED', reason: rejection.reason, returned: null, number: 1 }];
  return returns
    .filter(({ credited }) => credited !== null)
    .map(({ credited, reason }, i) => ({
      ...{ status: 'RETURNED', reason, returned: fromResource(credited!), number: i + 1 },
    }));
}

/** In minor units. */
function owed({ amount, history, returnedAmount }: BankSubmissionResource): bigint {
  const isRejected = history.some(({ status }) => status === 'REJECTED');
  return fromResource(isRejected ? amount : (returnedAmount ?? amount)).minor;
}

/** Rejects when the rail takes too long, also if it does not notice the signal. */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`the rail has not responded in ${RAIL_TIMEOUT_MS / 1000} s`);
    waiting.abort(error);
    tooLate.reject(error);
  }, RAIL_TIMEOUT_MS);
  try {
    return await Promise.race([work(waiting.signal), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
