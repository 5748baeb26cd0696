import { type Refusal, fold, money, outcomeOf, upcast } from '@corridor/kernel';
import { cellsOf, given } from '@corridor/testing';
import {
  type InboundFundsEvent,
  type Receipt,
  confirmCredit,
  confirmTakeBack,
  declineCredit,
  inboundFunds,
  outcomeOfCredit,
  receive,
  reject,
  requestCredit,
  takeBack,
} from './inbound-funds.js';

const amount = money('GBP', 125_00n);
const receipt: Receipt = {
  reference: 'IF-20261121-ABCDEF',
  amount,
  narrative: 'Invoice 7',
  creditsOn: '2026-11-21',
  sender: {
    raw: null,
    name: 'Grace Ltd',
    ultimateDebtor: null,
    address: null,
    countryCode: 'GB',
    accountNumber: null,
    bicSwiftCode: null,
    routingCode: null,
  },
  receivingAccountNumber: '12345678',
  receivingAccountIban: null,
  isCreditedAtOnce: false,
};
const received: InboundFundsEvent = { type: 'received', ...receipt };

test('funds that an earlier build received are counted as pending', () => {
  const { isCreditedAtOnce: _, ...stored } = receipt;
  expect(upcast(inboundFunds, { type: 'received', ...stored }, 1)).toEqual(received);
});

const requested: InboundFundsEvent = {
  type: 'credit_requested',
  reference: 'IF-20261121-ABCDEF',
  amount,
  narrative: 'Invoice 7',
  senderName: 'Grace Ltd',
};
const credited: InboundFundsEvent = { type: 'credited' };
const rejected: InboundFundsEvent = { type: 'rejected', reason: 'sanctions' };

describe('inbound funds', () => {
  it('are received and credited by the ledger, which is final', () => {
    given(inboundFunds).when(receive, receipt).then(received);
    given(inboundFunds, received).when(requestCredit).then(requested);
    given(inboundFunds, received, requested).when(confirmCredit).then(credited);
  });

  it('can be rejected instead', () => {
    given(inboundFunds, received).when(reject, { reason: 'sanctions' }).then(rejected);
  });

  it('are returned if the ledger declines', () => {
    given(inboundFunds, received, requested)
      .when(declineCredit, { reason: 'insufficient_funds' })
      .then({ type: 'rejected', reason: 'Insufficient funds' });
  });
});

test('a declined credit is complete when the funds are not pending in the wallet any more', () => {
  const counted = (isPending: boolean): InboundFundsEvent => ({ type: 'counted', isPending });
  const outcome = (...events: InboundFundsEvent[]) =>
    outcomeOfCredit(fold(inboundFunds, [received, ...events]));
  expect(outcome(counted(true), requested)).toBe('pending');
  expect(outcome(counted(true), requested, rejected)).toBe('pending');
  expect(outcome(counted(true), requested, rejected, counted(false))).toBe('done');
  expect(outcome(requested, rejected)).toBe('done');
  expect(outcome(counted(true), requested, credited)).toBe('done');
});

const pulled: InboundFundsEvent[] = [
  { ...received, pulledFrom: { id: 'lfa_1', details: {} as never } },
  requested,
  credited,
];
const takingBack: InboundFundsEvent = { type: 'take_back_requested', reason: 'R01', amount };

/** interface-spec 3.4 as a table. `=` means no effect: the fact is about another record. */
const table = `
  from       receive  requestCredit  reject    confirmCredit  declineCredit  takeBack  confirmTakeBack
  NEW        PENDING  unknown        unknown   =              =              unknown   =
  PENDING    illegal  begun          REJECTED  =              =              illegal   =
  crediting  illegal  busy           busy      CREDITED       REJECTED       busy      =
  CREDITED   illegal  illegal        illegal   =              =              illegal   =
  REJECTED   illegal  illegal        illegal   =              =              illegal   =
  pulled     illegal  illegal        illegal   =              =              begun     =
  takingBack illegal  busy           busy      =              =              busy      REJECTED
  takenBack  illegal  illegal        illegal   =              =              illegal   =
`;

describe('every state and command', () => {
  const histories: Record<string, InboundFundsEvent[]> = {
    NEW: [],
    PENDING: [received],
    crediting: [received, requested],
    CREDITED: [received, requested, credited],
    REJECTED: [received, rejected],
    pulled,
    takingBack: [...pulled, takingBack],
    takenBack: [...pulled, takingBack, { type: 'taken_back', reason: 'R01' }],
  };
  const commands: Record<string, (state: Parameters<typeof receive>[0]) => InboundFundsEvent[]> = {
    receive: (state) => receive(state, receipt),
    requestCredit,
    reject: (state) => reject(state, { reason: 'sanctions' }),
    confirmCredit,
    declineCredit: (state) => declineCredit(state, { reason: 'insufficient_funds' }),
    takeBack: (state) => takeBack(state, { reason: 'R01' }),
    confirmTakeBack,
  };
  const codes: Record<string, string> = {
    illegal_transition: 'illegal',
    step_in_progress: 'busy',
    not_found: 'unknown',
  };

  it.each(cellsOf(table))('%s, %s: %s', (from, command, expected) => {
    const history = histories[from] ?? [];
    const outcome = () => {
      try {
        const events = commands[command]?.(fold(inboundFunds, history)) ?? [];
        const after = fold(inboundFunds, [...history, ...events]);
        return events.length === 0 ? '=' : outcomeOf(after) === 'pending' ? 'begun' : after.status;
      } catch (error) {
        return codes[(error as Refusal).code];
      }
    };
    expect(outcome()).toBe(expected);
  });
});
