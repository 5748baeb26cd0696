import { fold, money } from '@corridor/kernel';
import * as fc from 'fast-check';
import {
  type DebitReport,
  type InboundFunds,
  type InboundFundsEvent,
  type Receipt,
  confirmCredit,
  confirmTakeBack,
  debitReported,
  declineCredit,
  goOn,
  inboundFunds,
  lifecycle,
  receive,
  reject,
} from './inbound-funds.js';

/** Money that is pulled from a linked account (ADR 68). */

const amount = money('USD', 250_50n);
const receipt: Receipt = {
  ...{ reference: 'IF-20261121-ABCDEF', amount, narrative: 'ACH pull', creditsOn: '2026-12-01' },
  sender: {
    ...{ raw: null, name: 'Ada Trading Ltd', ultimateDebtor: null, address: null, countryCode: 'US' },
    ...{ accountNumber: '****6789', bicSwiftCode: null, routingCode: '021000021' },
  },
  ...{ receivingAccountNumber: '1', receivingAccountIban: null, isCreditedAtOnce: false, isInSuspense: true },
  pulledFrom: {
    id: 'lfa_1',
    details: {
      ...{ ccyCode: 'USD', method: 'ACH_PULL', accountHolderName: 'Ada Trading Ltd' },
      ...{ bankName: 'First Harbor Bank', accountNumber: '000123456789', routingCode: '021000021' },
    },
  },
};
const REASON = 'R01: Insufficient funds';
const said = (status: DebitReport['status']) => (state: InboundFunds) =>
  debitReported(state, { status, reason: status === 'SETTLED' ? null : REASON, returned: null });

type Step = (state: InboundFunds) => InboundFundsEvent[];
const steps = {
  cleared: lifecycle.whenResting('credit', goOn),
  blocked: lifecycle.whenResting('reject', (state: InboundFunds) => reject(state, { reason: 'Blocked.' })),
  accepted: said('ACCEPTED'),
  settled: said('SETTLED'),
  rejected: said('REJECTED'),
  returned: said('RETURNED'),
  posted: confirmCredit,
  declined: (state) => declineCredit(state, { reason: 'wallet_full' }),
  taken: confirmTakeBack,
} satisfies Record<string, Step>;
type Name = keyof typeof steps;

function after(...names: readonly Name[]) {
  let events = receive({ status: 'NEW' }, receipt);
  for (const name of names) events = [...events, ...steps[name](fold(inboundFunds, events))];
  return { types: events.slice(1).map(({ type }) => type), events, state: fold(inboundFunds, events) };
}

test.each<[string, Name[], string[]]>([
  [
    'settles',
    ['cleared', 'accepted', 'settled', 'settled', 'cleared', 'cleared', 'posted'],
    ['debit_requested', 'debit_settled', 'credit_requested', 'credited'],
  ],
  [
    'settles, and its sender is not cleared again',
    ['cleared', 'settled'],
    ['debit_requested', 'debit_settled'],
  ],
  [
    'is returned while its sender is compared again',
    ['cleared', 'settled', 'returned', 'cleared'],
    ['debit_requested', 'debit_settled', 'rejected'],
  ],
  [
    'is blocked after it has settled',
    ['cleared', 'settled', 'blocked', 'returned', 'cleared'],
    ['debit_requested', 'debit_settled', 'rejected'],
  ],
  ['is returned before', ['cleared', 'returned', 'settled', 'returned'], ['debit_requested', 'rejected']],
  ['is not executed', ['cleared', 'rejected'], ['debit_requested', 'rejected']],
  [
    'is returned after the credit, and the bank says it twice',
    ['cleared', 'settled', 'cleared', 'posted', 'returned', 'returned', 'taken', 'taken', 'returned'],
    [
      ...['debit_requested', 'debit_settled', 'credit_requested', 'credited'],
      ...['take_back_requested', 'taken_back'],
    ],
  ],
  [
    'is returned while it is credited',
    ['cleared', 'settled', 'cleared', 'returned', 'returned', 'posted', 'posted', 'taken'],
    [
      ...['debit_requested', 'debit_settled', 'credit_requested', 'debit_returned', 'credited'],
      ...['take_back_requested', 'taken_back'],
    ],
  ],
  [
    'is returned while the ledger declines the credit',
    ['cleared', 'settled', 'cleared', 'returned', 'declined', 'returned'],
    ['debit_requested', 'debit_settled', 'credit_requested', 'debit_returned', 'rejected'],
  ],
  ['is cleared twice', ['cleared', 'cleared'], ['debit_requested']],
  ['is said to be settled before anybody asked for it', ['settled', 'returned'], []],
])('a pull that %s', (_, names, types) => expect(after(...names).types).toEqual(types));

test('the last reason tells what has happened', () => {
  const reasonOf = (...names: Name[]) => (after(...names).events.at(-1) as { reason?: string }).reason;
  expect(reasonOf('cleared', 'returned')).toBe(REASON);
  expect(reasonOf('cleared', 'settled', 'cleared', 'returned', 'declined')).toBe(REASON);
  expect(reasonOf('cleared', 'settled', 'cleared', 'posted', 'returned', 'taken')).toBe(
    'R01: Insufficient funds. USD 250.50 was taken back from the wallet.',
  );
});

test('in whatever order and however often it is told, money is credited and taken back at most once', () => {
  const names = Object.keys(steps) as Name[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 20 }), (told) => {
      const { types, state } = after(...told);
      const count = (type: string) => types.filter((one) => one === type).length;
      for (const type of new Set(types)) expect([type, count(type)]).toEqual([type, 1]);
      expect(count('take_back_requested')).toBeLessThanOrEqual(count('credited'));
      const isOver =
        (state as { step?: unknown }).step === null && count('taken_back') + count('rejected') > 0;
      expect(state.status === 'REJECTED').toBe(isOver);
    }),
  );
});
