import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { type Caller, type Reference, asSystem } from '@corridor/kernel';
import { Controller } from '@nestjs/common';
import { postpone, reported } from '../payment/bank-report.js';
import { lifecycle, payment } from '../payment/payment.js';
import { request, submission } from './submission.js';

const On = reactionsOf('payments');

/** The payment; null for a credit that goes back. */
const ofPayment = ({
  kind,
  subjectId,
}: Messages['payments.submission_postponed' | 'payments.submission_reported']) =>
  kind === 'PAYMENT' ? subjectId : null;

/** The bank's side of payments. */
@Controller()
export class SubmissionReactions {
  constructor(private readonly store: EventStore) {}

  @On('payments.submission_requested')
  onSubmissionRequested({ data, caller }: Delivered<'payments.submission_requested'>) {
    const { submissionId, ...asked } = data;
    const acting = asSystem(caller, OPERATOR);
    return this.store.handle(submission, submissionId, (state) => request(state, asked), { caller: acting });
  }

  @On('payments.submission_postponed', { concerns: ofPayment })
  async onSubmissionPostponed({ data, recordId, caller }: Concerning<'payments.submission_postponed'>) {
    const { executionDate } = data;
    await this.store.handle(
      payment,
      recordId,
      lifecycle.whenResting('postpone', postpone, { executionDate }),
      {
        caller: ofClient(data, recordId, caller),
      },
    );
  }

  @On('payments.submission_reported', { concerns: ofPayment })
  async onSubmissionReported({ data, recordId, caller }: Concerning<'payments.submission_reported'>) {
    const { status, reason, credited: returned, number } = data;
    if (status === 'RETURNED' && !returned) return;
    const said = { status, reason, returned, number: number ?? 1 };
    await this.store.handle(payment, recordId, (state) => reported(state, said), {
      caller: ofClient(data, recordId, caller),
    });
  }
}

function ofClient(
  { client }: { readonly client: Reference | null },
  paymentId: string,
  caller: Caller,
): Caller {
  if (!client) throw new Error(`${paymentId} is the payment of nobody`);
  return asSystem(caller, client);
}
