import { type Message, message } from '@corridor/contracts';
import type { BankSubmissionResource } from '@corridor/payments-contract';
import type { Recorded } from '@corridor/event-store';
import { fromResource, subtract } from '@corridor/kernel';
import { type Event, lifecycle } from './submission.js';

/** What the bank has said. */
export function publishSubmission(
  { event }: Recorded<Event>,
  { kind, subjectId, client, amount, history }: BankSubmissionResource,
): Message | null {
  switch (event.type) {
    case 'accepted':
    case 'settled':
    case 'rejected':
    case 'returned':
      return message('payments.submission_reported', {
        ...{ kind, subjectId, client },
        status: lifecycle.statusAfter(event),
        ...{ reason: event.reason, bankReference: event.bankReference },
        ...movedBy(event),
        debited: kind === 'DEBIT' ? fromResource(amount) : null,
      });
    case 'returned_again': {
      const { reason, bankReference, returned, credited, excess, number } = event;
      const isMoving = credited !== null || excess !== null;
      // The same return in another file is told by none.
      if (!isMoving && !history.some(({ status }) => status === 'REJECTED')) return null;
      return message('payments.submission_reported', {
        ...{ kind, subjectId, client, status: 'RETURNED', reason, bankReference, returned, credited, excess },
        ...{ number: isMoving ? number : null, debited: null },
      });
    }
    case 'postponed':
      if (kind === 'DEBIT') return null;
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

function movedBy(event: Event) {
  if (event.type === 'rejected') return { number: 1, returned: null, credited: null, excess: null };
  if (event.type !== 'returned') return { number: null, returned: null, credited: null, excess: null };
  const { returned, excess } = event;
  return { number: 1, returned, credited: excess ? subtract(returned, excess) : returned, excess };
}
