import { everythingAllowed } from '@corridor/payments-contract';
import { fold } from '@corridor/kernel';
import { given } from '@corridor/testing';
import * as Instruction from '../payment-instruction/payment-instruction.js';
import { createAtQuote } from '../payment-instruction/creation.js';
import { terms as instructionTerms } from '../payment-instruction/payment-instruction.fixture.js';
import * as Payment from '../payment/payment.js';
import { screened } from '../payment/screened.js';
import { terms } from '../payment/payment.fixture.js';
import { approve, refuseApproval } from './approval.js';

/** What a checker may do, status by status (production.md §3). */

const by = { id: 'cu_Checker', name: 'Mr Checker' };
const reason = 'Wrong invoice.';
const required = { type: 'authorisation_required' } as const;

describe('each status × what a checker does', () => {
  const created: Payment.Event = { type: 'created', ...terms };
  const payments: [string, Payment.Event[], string, string][] = [
    ['NEW', [created], 'illegal', 'illegal'],
    ['AWAITING', [created, required], 'DRAFT NEW', 'CANCELLED CANCELLED'],
    ['approved', [created, required, { type: 'approved', by }], 'illegal', 'illegal'],
    ['refused', [created, required, { type: 'refused', by, reason }], 'illegal', 'illegal'],
    ['cancelled', [created, required, { type: 'cancelled', reason }], 'illegal', 'illegal'],
    ['AUTHORISED', [created, required, { type: 'authorised' }], 'illegal', 'illegal'],
  ];
  test.each(payments)('a payment: %s', (_, history, approved, refused) => {
    const after = (decide: (state: Payment.State) => Payment.Event[]) => {
      const before = fold(Payment.payment, history);
      try {
        const { status, subStatus } = decide(before).reduce(Payment.payment.evolve, before) as never;
        return `${status as string} ${subStatus as string}`;
      } catch (error) {
        return (error as { code: string }).code.replace('_transition', '');
      }
    };
    expect(after(approve(Payment.lifecycle, by))).toBe(approved);
    expect(after(refuseApproval(Payment.lifecycle, by, reason))).toBe(refused);
  });

  const instructed: Instruction.Event = { type: 'created', ...instructionTerms };
  const awaiting: Instruction.Event = { ...instructed, needsChecker: true };
  const instructions: [string, Instruction.Event[], string, string][] = [
    ['PENDING', [instructed], 'illegal', 'illegal'],
    ['AWAITING', [awaiting], 'PENDING', 'REJECTED'],
    ['AWAITING, in an earlier build', [instructed, required], 'PENDING', 'REJECTED'],
    ['approved', [awaiting, { type: 'approved', by }], 'illegal', 'illegal'],
    ['refused', [awaiting, { type: 'refused', by, reason }], 'illegal', 'illegal'],
    ['cancelled', [awaiting, { type: 'cancelled', reason }], 'illegal', 'illegal'],
  ];
  test.each(instructions)('an instruction: %s', (_, history, approved, refused) => {
    const after = (decide: (state: Instruction.State) => Instruction.Event[]) => {
      const before = fold(Instruction.paymentInstruction, history);
      try {
        return decide(before).reduce(Instruction.paymentInstruction.evolve, before).status;
      } catch (error) {
        return (error as { code: string }).code.replace('_transition', '');
      }
    };
    expect(after(approve(Instruction.lifecycle, by))).toBe(approved);
    expect(after(refuseApproval(Instruction.lifecycle, by, reason))).toBe(refused);
  });

  test('what is approved already is refused in words that clients know', () => {
    const approved = fold(Instruction.paymentInstruction, [awaiting, { type: 'approved', by }]);
    const detail = 'It waits for no checker: it has been approved already, or needed no approval.';
    for (const decide of [
      approve(Instruction.lifecycle, by),
      refuseApproval(Instruction.lifecycle, by, reason),
    ])
      expect(() => decide(approved as never)).toThrow(
        expect.objectContaining({ code: 'illegal_transition', detail }),
      );
  });

  test('the desk passes over what waits, and takes it up once it is approved', () => {
    given(Payment.payment, created, required).when(screened, 'cleared').then();
    given(Payment.payment, created, required, { type: 'approved', by })
      .when(screened, 'cleared')
      .then({ type: 'authorised' });
    for (const decide of [
      Instruction.lifecycle.whenResting('acknowledge', Instruction.acknowledge),
      Instruction.lifecycle.whenResting('acknowledge', Instruction.reject, { reason }),
    ])
      given(Instruction.paymentInstruction, instructed, required).when(decide).then();
    given(Instruction.paymentInstruction, instructed, required, { type: 'approved', by })
      .when(Instruction.lifecycle.whenResting('acknowledge', Instruction.acknowledge))
      .then({ type: 'acknowledged' });
  });

  test('no quote is used for what would wait', () =>
    given(Instruction.paymentInstruction)
      .when(createAtQuote, 'quo_1', { ...instructionTerms } as never, {
        ...{ beneficiary: null, policy: everythingAllowed, now: '2026-01-01T09:30:00.000' },
        ...{ needsChecker: true, feePlan: null },
      })
      .refuses('quote_not_held'));
});
