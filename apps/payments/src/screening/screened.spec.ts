import { given } from '@corridor/testing';
import {
  type Event as BeneficiaryEvent,
  beneficiary,
  screened as beneficiaryScreened,
} from '../beneficiary/beneficiary.js';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { terms as paymentTerms } from '../payment/payment.fixture.js';
import { type Event as PaymentEvent, payment } from '../payment/payment.js';
import { screened as paymentScreened } from '../payment/screened.js';
import { terms } from '../payment-instruction/payment-instruction.fixture.js';
import {
  type Event as InstructionEvent,
  paymentInstruction,
} from '../payment-instruction/payment-instruction.js';
import { screened as instructionScreened } from '../payment-instruction/screened.js';
import type { ScreeningOutcome } from './outcome.js';

/** What follows from the outcomes for the records, by their status. */

const outcomes: readonly ScreeningOutcome[] = ['cleared', 'held', 'blocked'];
const nothing = ['', '', ''];

describe('an instruction', () => {
  const created: InstructionEvent = { type: 'created', ...terms };
  const acknowledged: InstructionEvent = { type: 'acknowledged' };
  const filled: InstructionEvent = {
    type: 'filled',
    price: terms.indicativePrice,
    conversionId: null,
    conversionReference: null,
  };
  const ended = (type: 'cancelled' | 'rejected' | 'failed'): InstructionEvent => ({ type, reason: '' });
  test.each<[string, InstructionEvent[], string[]]>([
    ['PENDING', [created], ['acknowledged', '', 'rejected']],
    ['ACKNOWLEDGED', [created, acknowledged], ['', '', 'rejected']],
    ['FILLED', [created, acknowledged, filled], ['', '', 'rejected']],
    ['CANCELLED', [created, ended('cancelled')], nothing],
    ['REJECTED', [created, ended('rejected')], nothing],
    ['FAILED', [created, ended('failed')], nothing],
    ['NOTHING', [], nothing],
  ])('%s', (_, past, expected) => {
    const state = past.reduce(
      (one, event) => paymentInstruction.evolve(one, event),
      paymentInstruction.initial,
    );
    expect(
      outcomes.map((one) =>
        instructionScreened(state, one)
          .map(({ type }) => type)
          .join(),
      ),
    ).toEqual(expected);
  });

  test('tells the client nothing about it', () =>
    given(paymentInstruction, created)
      .when(instructionScreened, 'blocked')
      .then({ type: 'rejected', reason: 'The beneficiary cannot be paid.' }));
});

describe('a payment', () => {
  const created: PaymentEvent = { type: 'created', ...paymentTerms };
  const authorised: PaymentEvent = { type: 'authorised' };
  const suspended: PaymentEvent = { type: 'suspended', reason: '' };
  const sent = {
    type: 'sent',
    snapshot: { ...german, id: 'bss_1', isSnapshot: true },
    swiftSubmission: null,
    conversionId: null,
    isLinked: false,
  } as PaymentEvent;
  test.each<[string, PaymentEvent[], string[]]>([
    ['NEW', [created], ['authorised', 'authorised,suspended', 'authorised,failed']],
    ['AUTHORISED', [created, authorised], ['', 'suspended', 'failed']],
    ['SUSPENDED', [created, authorised, suspended], ['released', '', 'failed']],
    ['SENT', [created, authorised, sent], nothing],
    ['CANCELLED', [created, { type: 'cancelled', reason: '' }], nothing],
    ['NOTHING', [], nothing],
  ])('%s', (_, past, expected) => {
    const state = past.reduce((one, event) => payment.evolve(one, event), payment.initial);
    expect(
      outcomes.map((one) =>
        paymentScreened(state, one)
          .map(({ type }) => type)
          .join(),
      ),
    ).toEqual(expected);
  });
});

describe('a beneficiary', () => {
  const created: BeneficiaryEvent = { type: 'created', details: german };
  test('is archived if it is blocked, once', () => {
    const archived: BeneficiaryEvent = { type: 'archived', reason: 'The beneficiary cannot be paid.' };
    given(beneficiary, created).when(beneficiaryScreened, 'blocked').then(archived);
    given(beneficiary, created, archived).when(beneficiaryScreened, 'blocked').then();
    for (const outcome of ['cleared', 'held'] as const)
      given(beneficiary, created).when(beneficiaryScreened, outcome).then();
  });
});
