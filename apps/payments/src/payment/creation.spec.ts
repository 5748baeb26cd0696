import { given } from '@corridor/testing';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { create } from './creation.js';
import { type Event, payment } from './payment.js';
import { terms } from './payment.fixture.js';

const created: Event = { type: 'created', ...terms };

describe('creation', () => {
  const { reference: _, beneficiary: __, paymentInstructionId: ___, ...request } = terms;
  const circumstances = {
    paymentId: 'pmt_01KAJNDRXV0123456789ABCDEF',
    beneficiary: german,
    policy,
    ...{ today: '2026-11-20', needsChecker: false, feePlan: null },
  };
  const draft: Event = {
    ...created,
    reference: 'PMT-20251121-ABCDEF',
    paymentInstructionId: null,
  };

  test('needs neither rates nor funds', () =>
    given(payment).when(create, request, circumstances).then(draft));
  test('happens once', () =>
    given(payment, created).when(create, request, circumstances).refuses('illegal_transition'));
  test('derives omitted payment and charge types from the beneficiary', () => {
    const open = { ...request, paymentType: null, chargeType: null };
    const draftOf = (paymentType: 'REGULAR' | 'PRIORITY', chargeType: 'SHARED' | null): Event => ({
      ...draft,
      paymentType,
      chargeType,
    });
    given(payment).when(create, open, circumstances).then(draftOf('REGULAR', null));
    const bySwift = { ...german.bankAccount, supportedPaymentTypes: ['PRIORITY' as const] };
    given(payment)
      .when(create, open, { ...circumstances, beneficiary: { ...german, bankAccount: bySwift } })
      .then(draftOf('PRIORITY', 'SHARED'));
    given(payment)
      .when(create, { ...open, chargeType: 'OURS' }, circumstances)
      .refuses('invalid_request');
  });
  test.each<[string, object]>([
    ['nobody', { beneficiary: null }],
    ['who was archived', { beneficiary: { ...german, status: 'ARCHIVED' } }],
    [
      'an account in another currency',
      { beneficiary: { ...german, bankAccount: { ...german.bankAccount, ccyCode: 'USD' } } },
    ],
  ])('does not pay %s', (_, more) =>
    given(payment)
      .when(create, request, { ...circumstances, ...more })
      .refuses('beneficiary_not_usable'),
  );
  test('is not possible for a past date', () =>
    given(payment)
      .when(create, request, { ...circumstances, today: '2026-11-21' })
      .refuses('invalid_request'));
});
