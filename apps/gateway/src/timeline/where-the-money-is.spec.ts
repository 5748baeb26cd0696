import type { RecordFacts } from './indexed-event.js';
import { whereTheMoneyIs } from './where-the-money-is.js';

const eur = { ccyCode: 'EUR', value: 100 };
const gbp = { ccyCode: 'GBP', value: 85.06 };
const price = { sellAmount: gbp, buyAmount: eur };
const DATES = { paymentDate: '2026-11-25', valueDate: '2026-11-24' };
const payment = (more: object): RecordFacts => ({ id: 'pmt_1', amount: eur, ...DATES, ...more });
const instruction = (more: object): RecordFacts => ({ id: 'pi_1', ...price, ...DATES, ...more });
const conversion = (more: object): RecordFacts => ({ id: 'con_1', ...price, ...DATES, ...more });
const funds = (more: object): RecordFacts => ({ id: 'if_1', amount: gbp, creditsOn: '2026-11-26', ...more });

const filled = { status: 'FILLED', linkedConversionId: 'con_1' };
const booked = conversion({ status: 'BOOKED' });
const exchanged = conversion({ status: 'EXCHANGED' });

test.each<[string, RecordFacts[], string]>([
  [
    'an instruction that was created',
    [instruction({ status: 'PENDING' })],
    'No money has moved: GBP 85.06 is in the GBP wallet; next, the payment instruction is checked.',
  ],
  [
    'one that a maker created',
    [instruction({ status: 'PENDING', awaits: 'authorisation' })],
    'No money has moved: GBP 85.06 is in the GBP wallet; next, a checker of the client approves the payment instruction.',
  ],
  [
    'one that passed the checks',
    [instruction({ status: 'ACKNOWLEDGED' })],
    'No money has moved: GBP 85.06 is in the GBP wallet; next, the conversion is booked.',
  ],
  [
    'one with a conversion',
    [instruction(filled), booked],
    'No money has moved: GBP 85.06 is in the GBP wallet; next, the conversion is exchanged on 2026-11-24, and the payment sent on 2026-11-25 or the next available date.',
  ],
  [
    'one whose conversion was exchanged before the payment',
    [instruction(filled), exchanged],
    'EUR 100.00 is in the EUR wallet; next, the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one without a conversion, in equal currencies',
    [instruction({ status: 'FILLED' })],
    'No money has moved: GBP 85.06 is in the GBP wallet; next, the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one that was sent',
    [instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' }), exchanged, payment({ status: 'SENT' })],
    'EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.',
  ],
  [
    'one that was sent, of which the payment is not known',
    [instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' })],
    'The money has left for the bank of the beneficiary; next, that bank credits it.',
  ],
  [
    'one whose payment has come back',
    [
      instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' }),
      payment({ status: 'FAILED', reason: 'Account closed', returned: eur }),
    ],
    'The payment failed (Account closed): EUR 100.00 is in the EUR wallet again; nothing follows.',
  ],
  [
    'one that was cancelled',
    [instruction({ status: 'CANCELLED', reason: 'ordered twice' })],
    'The payment instruction was cancelled (ordered twice): no money has moved, GBP 85.06 is in the GBP wallet; nothing follows.',
  ],
  [
    'one that failed after it was filled',
    [instruction({ ...filled, status: 'FAILED' }), booked],
    'The payment instruction was terminated: its conversion is kept; next, EUR 100.00 goes to the EUR wallet on 2026-11-24.',
  ],
  [
    'one that failed after its conversion was exchanged',
    [instruction({ ...filled, status: 'FAILED' }), exchanged],
    'The payment instruction was terminated: EUR 100.00 is in the EUR wallet; nothing follows.',
  ],
  [
    'a rejected one whose conversion was cancelled',
    [instruction({ ...filled, status: 'REJECTED' }), conversion({ status: 'CANCELLED' })],
    'The payment instruction was rejected: no money has moved, GBP 85.06 is in the GBP wallet; nothing follows.',
  ],
  [
    'a payment that waits for a checker',
    [payment({ status: 'DRAFT', awaits: 'authorisation' })],
    'EUR 100.00 has been taken from the EUR wallet for the payment; it is sent when it has been authorised.',
  ],
  [
    'a payment that is ready',
    [payment({ status: 'READY_TO_SEND', subStatus: 'AUTHORISED' })],
    'EUR 100.00 has been taken from the EUR wallet for the payment; it is sent on 2026-11-25 or the next available date.',
  ],
  [
    'a payment that is suspended',
    [payment({ status: 'READY_TO_SEND', subStatus: 'SUSPENDED' })],
    'EUR 100.00 has been taken from the EUR wallet for the payment; it is suspended, and is not sent until it is released.',
  ],
  [
    'a payment that the bank of the beneficiary has',
    [payment({ status: 'SENT', subStatus: 'COMPLETED' })],
    'EUR 100.00 is at the bank of the beneficiary; nothing follows unless that bank returns it.',
  ],
  [
    'a payment that failed, and nothing is known of a return',
    [payment({ status: 'FAILED', returned: null })],
    'The payment failed: EUR 100.00 goes back to the EUR wallet.',
  ],
  [
    'a payment that was cancelled',
    [payment({ status: 'CANCELLED' })],
    'EUR 100.00 is in the EUR wallet again; nothing follows.',
  ],
  [
    'a conversion that was booked',
    [booked],
    'GBP 85.06 is in the GBP wallet; next, it is exchanged for EUR 100.00 on 2026-11-24.',
  ],
  [
    'a conversion that waits for its deposit',
    [conversion({ status: 'BOOKED', awaits: 'deposit' })],
    'GBP 85.06 is in the GBP wallet; next, the client pays the deposit.',
  ],
  ['a conversion that was exchanged', [exchanged], 'EUR 100.00 is in the EUR wallet; nothing follows.'],
  [
    'a conversion that was cancelled',
    [conversion({ status: 'CANCELLED', reason: 'NOT_FUNDED' })],
    'The conversion was cancelled (NOT_FUNDED): GBP 85.06 is in the GBP wallet; nothing follows.',
  ],
  [
    'inbound funds that wait',
    [funds({ status: 'PENDING' })],
    'GBP 85.06 has been received and is not in the GBP wallet yet; next, it is credited on 2026-11-26, or rejected.',
  ],
  [
    'inbound funds that were credited',
    [funds({ status: 'CREDITED' })],
    'GBP 85.06 is in the GBP wallet; nothing follows.',
  ],
  [
    'inbound funds that were rejected',
    [funds({ status: 'REJECTED', reason: 'No such account' })],
    'GBP 85.06 goes back to its sender (No such account).',
  ],
])('%s', (_what, facts, sentence) => {
  const known = new Map(facts.map((one) => [one.id, one]));
  const [first] = facts;
  expect(whereTheMoneyIs(first?.id ?? '', known)).toBe(sentence);
  expect(whereTheMoneyIs('the id of a request', known)).toBe(sentence);
});

test('a conversion that fed the payment of an instruction says where that money is', () => {
  const facts = [
    exchanged,
    instruction({ ...filled, status: 'SENT', linkedPaymentId: 'pmt_1' }),
    payment({ status: 'SENT' }),
  ];
  const known = new Map(facts.map((one) => [one.id, one]));
  expect(whereTheMoneyIs('con_1', known)).toMatch(/^EUR 100.00 has left for the bank/);
});

test('what is about no money, or about that of several payments, has no such sentence', () => {
  const two = new Map([payment({}), payment({ id: 'pmt_2' })].map((one) => [one.id, one]));
  expect(whereTheMoneyIs('the id of a request', two)).toBeNull();
  expect(whereTheMoneyIs('the id of a request', new Map())).toBeNull();
  expect(whereTheMoneyIs('ben_1', new Map([['ben_1', { id: 'ben_1' }]]))).toBeNull();
});
