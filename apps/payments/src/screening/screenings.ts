import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, Clock, type Timestamp, asSystem, timestamp } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import type { ScreeningSubject } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { beneficiaries } from '../beneficiary/beneficiary.view.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { Clearance, type Departing } from './clearance.js';
import { Reviews, refusedReason } from './reviews.js';
import { ScreeningJob } from './screening-job.js';
import { type Request, request, requestOnce, screening } from './screening.js';
import { partyOf, payeeSubject } from './subjects.js';

/** How long a comparison counts. A provider may change its lists without notice. */
const VALID_MS = 24 * 60 * 60_000;

interface Latest {
  readonly subjectId: string;
  readonly party: string;
  readonly status: string;
  readonly concludedOn: Timestamp | null;
  readonly isOpen: boolean;
}

/** The screening of what this service has, and of what others name. */
@Injectable()
export class Screenings extends Clearance {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly orders: PaymentOrders,
    private readonly readModels: ReadModels,
    private readonly reviews: Reviews,
    private readonly job: ScreeningJob,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** The beneficiary itself. */
  async ofBeneficiary(id: string, caller: Caller): Promise<void> {
    const found = await this.readModels.find<BeneficiaryResource>(beneficiaries, id, caller);
    if (found) await this.requestFor(payeeSubject({ type: 'BENEFICIARY', id }, found), caller);
  }

  /** Who is paid. What waits for a checker is screened when it is approved. */
  async ofDeparting(record: Departing, caller: Caller): Promise<void> {
    const found = await this.orders.payeeUnlessAwaited(record.id);
    if (found) await this.requestFor(payeeSubject(record, found), caller);
  }

  /** Clients in countries that are refused from now on: staff decide, once. */
  async ofClientsIn(countries: readonly string[], caller: Caller): Promise<void> {
    const clients = await this.database.query<{ subject: ScreeningSubject }>(
      `SELECT subject FROM screening s
       WHERE subject ->> 'type' = 'CLIENT' AND subject #>> '{countries,0}' = ANY ($1) AND NOT EXISTS (
         SELECT FROM screening_case c, json_array_elements_text(c.data -> 'reviewReasons') AS reason
         WHERE c.subject_id = s.subject_id AND reason = ANY ($2)
       ) ORDER BY subject_id`,
      [countries, countries.map(refusedReason)],
    );
    for (const { subject } of clients) {
      const client = { id: subject.clientId, name: subject.names[0] ?? '' };
      const reviewReasons = await this.reviews.reasonsFor(subject);
      await this.requestAgain({ subject, client, reviewReasons }, { ...caller, client });
    }
  }

  private requestFor(subject: ScreeningSubject, caller: Caller): Promise<void> {
    return this.request({ subject, client: caller.client, reviewReasons: [] }, caller);
  }

  /** Unless the same party was requested for the same record already. */
  async request(requested: Request, caller: Caller): Promise<void> {
    const { subject } = requested;
    const [latest] = await this.latestOf([subject.id]);
    if (latest?.party === partyOf(subject)) return;
    const first = { id: subject.id, part: 'screening' };
    const id = latest ? this.ids.next('cas') : this.ids.nextOf('cas', first, caller);
    const reviewReasons = [...requested.reviewReasons, ...(await this.reviews.reasonsFor(subject))];
    await this.open(id, { ...requested, reviewReasons }, caller);
  }

  requestAgain(requested: Request, caller: Caller): Promise<void> {
    return this.open(this.ids.next('cas'), requested, caller);
  }

  /** Of a sender, once, however often it is asked for. */
  async beforeCredit(requested: Request, caller: Caller): Promise<void> {
    const id = requested.subject.id.replace(/^if_/, 'cas_');
    await this.open(id, requested, caller, requestOnce);
  }

  private async open(id: string, requested: Request, caller: Caller, decide = request): Promise<void> {
    await this.store.handle(screening, id, (state) => decide(state, requested), {
      caller: asSystem(caller, OPERATOR),
    });
    this.database.afterCommit(() => this.job.wake());
  }

  /** Requests another comparison if the last one does not count any more. */
  override async isClear(
    record: Departing,
    beneficiary: BeneficiaryResource,
    caller: Caller,
  ): Promise<boolean> {
    const subject = payeeSubject(record, beneficiary);
    const { client } = beneficiary;
    const all = await this.latestOf([subject.id, beneficiary.id, client.id]);
    if (all.some(({ status, isOpen }) => isOpen || ['WAITING', 'OPEN', 'BLOCKED'].includes(status)))
      return false;
    const own = all.find(({ subjectId }) => subjectId === subject.id);
    const isSameParty = own?.party === partyOf(subject);
    if (isSameParty && own.concludedOn !== null && own.concludedOn >= this.validSince()) return true;
    const reviewReasons = isSameParty ? [] : await this.reviews.reasonsFor(subject);
    await this.requestAgain({ subject, client, reviewReasons }, caller);
    return false;
  }

  private validSince(): Timestamp {
    return timestamp(new Date(this.clock.now().getTime() - VALID_MS));
  }

  /** `isOpen`: so is a case about an earlier state of the same record, or it is BLOCKED. */
  private latestOf(subjectIds: readonly string[]): Promise<Latest[]> {
    return this.database.query<Latest & Record<string, unknown>>(
      `SELECT subject_id AS "subjectId", party, status, concluded_on AS "concludedOn", EXISTS (
         SELECT FROM screening_case c
         WHERE c.client_id = $2 AND c.subject_id = screening.subject_id AND c.status IN ('OPEN', 'ASSIGNED', 'BLOCKED')
       ) AS "isOpen"
       FROM screening WHERE subject_id = ANY ($1)`,
      [subjectIds, OPERATOR.id],
    );
  }
}
