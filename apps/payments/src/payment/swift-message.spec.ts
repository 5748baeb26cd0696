import type { SwiftSubmission } from '@corridor/payments-contract';
import { given } from '@corridor/testing';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { terms } from './payment.fixture.js';
import { type Event, payment } from './payment.js';
import { moveSwiftMessage } from './swift-message.js';

const message: SwiftSubmission = { format: 'MT103', message: '{1:…}', reference: 'REF', status: 'SUCCESS' };
const created: Event = { type: 'created', ...terms };
const authorised: Event = { type: 'authorised' };
const sent: Event & { type: 'sent' } = {
  type: 'sent',
  snapshot: { ...german, id: 'bss_1', isSnapshot: true },
  swiftSubmission: message,
  conversionId: null,
  isLinked: false,
};
const completed: Event = { type: 'completed' };
const reason = 'Account closed.';
const returning = { reason, returned: terms.amount };
const returnRequested: Event = { type: 'return_requested', ...returning, deduction: null, number: 1 };
const failed: Event = { type: 'failed', ...returning, conversionId: null };

describe('the SWIFT message', () => {
  const statuses = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
  const withMessage = (status: (typeof statuses)[number]): Event[] => [
    created,
    authorised,
    { ...sent, swiftSubmission: { ...message, status } },
  ];
  const table: Record<(typeof statuses)[number], readonly (typeof statuses)[number][]> = {
    SUCCESS: ['PENDING'],
    PENDING: ['PROCESSING', 'FAILED'],
    PROCESSING: ['SUCCESS', 'FAILED'],
    FAILED: [],
  };
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const moved = given(payment, ...withMessage(from)).when(moveSwiftMessage, { status: to, reason });
    if (!table[from].includes(to)) moved.refuses('illegal_transition');
    else if (to === 'FAILED')
      moved.then({ type: 'return_requested', reason, returned: terms.amount, deduction: null, number: 1 });
    else moved.then({ type: 'swift_moved', status: to });
  });
  test('goes on from where it is', () => {
    given(payment, ...withMessage('SUCCESS'), { type: 'swift_moved', status: 'PENDING' })
      .when(moveSwiftMessage, { status: 'PROCESSING', reason })
      .then({ type: 'swift_moved', status: 'PROCESSING' });
  });
  test('moves only while the outcome of the payment is open, and if there is one', () => {
    const pending = withMessage('PENDING');
    const local: Event = { ...sent, swiftSubmission: null };
    for (const history of [
      [created, authorised],
      [created, authorised, local],
      [...pending, completed],
      [...pending, failed],
    ])
      given(payment, ...history)
        .when(moveSwiftMessage, { status: 'PROCESSING', reason })
        .refuses('illegal_transition');
    given(payment, ...pending, returnRequested)
      .when(moveSwiftMessage, { status: 'PROCESSING', reason })
      .refuses('step_in_progress');
  });
});
