import { type Message, message } from '@corridor/contracts';
import type { BankSubmissionResource } from '@corridor/payments-contract';
import type { Recorded } from '@corridor/event-store';
import { type Event, lifecycle } from './submission.js';

/** What the bank has said. */
export function publishSubmission(
  { event }: Recorded<Event>,
  { kind, subjectId, client }: BankSubmissionResource,
): Message | null {
  switch (event.type) {
    case 'accepted':
    case 'settled':
    case 'rejected':
    case 'returned':
      return message('payments.submission_reported', {
        kind,
        subjectId,
        client,
        status: lifecycle.statusAfter(event),
        reason: event.reason,
        returned: event.type === 'returned' ? event.returned : null,
      });
    case 'postponed':
      return message('payments.submission_postponed', {
        ...{ kind, subjectId, client },
        executionDate: event.executionDate,
      });
    case 'requested':
    case 'handed_over':
    case 'contradicted':
      return null;
  }
}
