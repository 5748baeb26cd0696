import { money } from '@corridor/kernel';
import { given, testCaller } from '@corridor/testing';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { terms } from './payment.fixture.js';
import { type Event, pay, payment, setFee } from './payment.js';
import { payments } from './payment.view.js';

const fee = money('GBP', 2_50n);
const created: Event = { type: 'created', ...terms };
const ready: Event[] = [created, { type: 'authorised' }];
const fundsRequested: Event = { type: 'funds_requested', amount: terms.amount, beneficiary: german };
const failed: Event = { type: 'failed', reason: 'Sanctioned.', returned: null, conversionId: null };

test.each<[string, Event[]]>([
  ['DRAFT', [created]],
  ['AWAITING_AUTHORISATION', [created, { type: 'authorisation_required' }]],
  ['AUTHORISED', ready],
  ['SUSPENDED', [...ready, { type: 'suspended', reason: 'Under review.' }]],
  ['declined', [...ready, fundsRequested, { type: 'send_declined', reason: 'insufficient_funds' }]],
])('%s: is set', (_, history) =>
  given(payment, ...history)
    .when(setFee, { fee })
    .then({ type: 'fee_set', fee }),
);

test.each<[string, Event[]]>([
  ['step_in_progress', [...ready, fundsRequested]],
  ['illegal_transition', [...ready, failed]],
  ['illegal_transition', [created, { type: 'cancelled', reason: 'Not needed.' }]],
  ['not_found', []],
])('is refused with %s', (code, history) =>
  given(payment, ...history)
    .when(setFee, { fee })
    .refuses(code as 'not_found'),
);

test('of an instruction is that of its payment', () => {
  const snapshot = { ...german, id: 'bss_1', isSnapshot: true };
  const sending = { snapshot, swiftSubmission: null, conversionId: null, isLinked: false };
  const dispatch = { ...sending, submission: null };
  given(payment)
    .when(pay, { terms, fee, dispatch })
    .then(created, { type: 'fee_set', fee }, { type: 'authorised' }, { type: 'sent', ...sending });
});

test('is shown, and can be removed', () => {
  const shown = (...events: Event[]) =>
    events.reduce<ReturnType<typeof payments.project>>(
      (row, event, i) =>
        payments.project(row, {
          streamId: 'pmt_1',
          version: i + 1,
          occurredOn: '2026-11-20T09:30:00.000',
          caller: testCaller,
          event,
        }),
      null,
    );
  const set: Event = { type: 'fee_set', fee };
  expect(shown(created, set)).toMatchObject({
    fee: { ccyCode: 'GBP', value: 2.5 },
    statusHistory: [{ subStatus: 'NEW' }],
    auditHistory: { version: 2 },
  });
  expect(shown(created, set, { type: 'fee_set', fee: null })).toMatchObject({ fee: null });
});
