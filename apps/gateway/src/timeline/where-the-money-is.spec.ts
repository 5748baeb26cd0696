import type { MessageType } from '@corridor/contracts';
import { messages } from '@corridor/services';
import type { RecordFacts } from './record-facts.js';
import { lastFactsOf, whereTheMoneyIs } from './where-the-money-is.js';

const eur = { ccyCode: 'EUR', value: 100 };
const gbp = { ccyCode: 'GBP', value: 85.06 };
const price = { sellAmount: gbp, buyAmount: eur };
const DATES = { paymentDate: '2026-11-25', valueDate: '2026-11-24' };
const payment = (more: Partial<RecordFacts>): RecordFacts => ({
  status: 'UNKNOWN',
  id: 'pmt_1',
  amount: eur,
  ...DATES,
  ...more,
});
const instruction = (more: Partial<RecordFacts>): RecordFacts => ({
  status: 'UNKNOWN',
  id: 'pi_1',
  ...price,
  ...DATES,
  ...more,
});
const conversion = (more: Partial<RecordFacts>): RecordFacts => ({
  status: 'UNKNOWN',
  id: 'con_1',
  ...price,
  ...DATES,
  ...more,
});
const credit = (more: Partial<RecordFacts>): RecordFacts => ({
  ...{ id: 'bc_1', status: 'RECEIVED', amount: { ccyCode: 'EUR', value: 100 } },
  ...more,
});
const funds = (more: Partial<RecordFacts>): RecordFacts => ({
  status: 'UNKNOWN',
  id: 'if_1',
  amount: gbp,
  creditsOn: '2026-11-26',
  ...more,
});

const filled = { status: 'FILLED', linkedConversionId: 'con_1' };
const booked = conversion({ status: 'BOOKED' });
const exchanged = conversion({ status: 'EXCHANGED' });

test.each<[string, RecordFacts[], string]>([
  [
    'an instruction that was created',
    [instruction({ status: 'PENDING' })],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the payment instruction is checked.',
  ],
  [
    'one that a maker created',
    [instruction({ status: 'PENDING', awaits: 'authorisation' })],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, a checker of the client approves the payment instruction.',
  ],
  [
    'one that passed the checks',
    [instruction({ status: 'ACKNOWLEDGED' })],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the conversion is booked.',
  ],
  [
    'one that was not filled',
    [
      instruction({ status: 'ACKNOWLEDGED' }),
      { id: 'pi_1', status: 'ACKNOWLEDGED', declined: 'rate_unavailable' },
    ],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet. Not filled yet: there is no live rate of GBP and EUR: the market is closed, the last rate is too old, or trading is halted. It is filled when there is a rate again.',
  ],
  [
    'one that waits for a consent',
    [
      instruction({ status: 'ACKNOWLEDGED' }),
      { id: 'pi_1', status: 'ACKNOWLEDGED', declined: 'price_moved' },
      instruction({ status: 'ACKNOWLEDGED', reason: 'Not filled yet: the price is worse.' }),
    ],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet. Not filled yet: the price is worse.',
  ],
  [
    'one that was filled after that',
    [
      instruction({ status: 'ACKNOWLEDGED' }),
      { id: 'pi_1', status: 'ACKNOWLEDGED', declined: 'rate_unavailable' },
      instruction(filled),
      booked,
    ],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the conversion is exchanged on 2026-11-24, and the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one with a conversion',
    [instruction(filled), booked],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the conversion is exchanged on 2026-11-24, and the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one whose conversion was exchanged before the payment',
    [instruction(filled), exchanged],
    'EUR 100.00 has gone to the EUR wallet; next, the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one without a conversion, in equal currencies',
    [instruction({ status: 'FILLED' })],
    'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'one that was sent',
    [instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' }), exchanged, payment({ status: 'SENT' })],
    'EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.',
  ],
  [
    'one whose payment was sent, of which the index does not have the end yet',
    [instruction(filled), booked, payment({ status: 'SENT', linkedPaymentInstructionId: 'pi_1' })],
    'EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.',
  ],
  [
    'one that was sent, of which the payment is not known',
    [instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' })],
    'The payment was sent: it says where the money is now.',
  ],
  [
    'one whose payment has come back',
    [
      instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' }),
      payment({
        status: 'FAILED',
        reason: 'Account closed. EUR 100.00 is back in the EUR wallet.',
        returned: eur,
      }),
    ],
    'The payment failed (Account closed): EUR 100.00 is back in the EUR wallet; nothing follows.',
  ],
  [
    'one whose payment has come back less a charge',
    [
      instruction({ status: 'SENT', linkedPaymentId: 'pmt_1' }),
      payment({
        status: 'FAILED',
        reason: 'Account closed. EUR 85.00 is back in the EUR wallet, and the banks have kept EUR 15.00.',
        returned: { ccyCode: 'EUR', value: 85 },
      }),
    ],
    'The payment failed (Account closed): EUR 85.00 is back in the EUR wallet, and the banks have kept EUR 15.00; nothing follows.',
  ],
  [
    'one that was cancelled',
    [instruction({ status: 'CANCELLED', reason: 'ordered twice' })],
    'The payment instruction was cancelled (ordered twice): no money has moved; nothing follows.',
  ],
  [
    'one that failed after it was filled',
    [instruction({ ...filled, status: 'FAILED' }), booked],
    'The payment instruction was terminated: its conversion is kept; next, EUR 100.00 goes to the EUR wallet on 2026-11-24.',
  ],
  [
    'one that failed after its conversion was exchanged',
    [instruction({ ...filled, status: 'FAILED' }), exchanged],
    'The payment instruction was terminated: EUR 100.00 has gone to the EUR wallet; nothing follows.',
  ],
  [
    'a rejected one whose conversion was cancelled',
    [instruction({ ...filled, status: 'REJECTED' }), conversion({ status: 'CANCELLED' })],
    'The payment instruction was rejected: its conversion was cancelled: nothing was exchanged, and what that cost or gained, if anything, is posted to the wallet; nothing follows.',
  ],
  [
    'a payment that waits for a checker',
    [payment({ status: 'DRAFT', awaits: 'authorisation' })],
    'No money has moved: EUR 100.00 is to be paid from the EUR wallet; next, a checker of the client approves the payment.',
  ],
  [
    'a payment that was created',
    [payment({ status: 'DRAFT', subStatus: 'NEW' })],
    'No money has moved: EUR 100.00 is to be paid from the EUR wallet; next, the payment is checked and sent on 2026-11-25 or the next available date.',
  ],
  [
    'a payment that is ready',
    [payment({ status: 'READY_TO_SEND', subStatus: 'AUTHORISED' })],
    'No money has moved: EUR 100.00 is to be paid from the EUR wallet; next, the payment is sent on 2026-11-25 or the next available date.',
  ],
  [
    'a payment that is suspended',
    [payment({ status: 'READY_TO_SEND', subStatus: 'SUSPENDED' })],
    'No money has moved: EUR 100.00 is to be paid from the EUR wallet; next, the payment, which is suspended, is released, or it fails.',
  ],
  [
    'a payment that the bank of the beneficiary has',
    [payment({ status: 'SENT', subStatus: 'COMPLETED' })],
    'EUR 100.00 is at the bank of the beneficiary; nothing follows unless that bank returns it.',
  ],
  [
    'a payment that was stopped before it was sent',
    [payment({ status: 'FAILED', returned: null })],
    'The payment failed: no money has left the EUR wallet for it; nothing follows.',
  ],
  [
    'a payment that was cancelled',
    [payment({ status: 'CANCELLED' })],
    'The payment was cancelled: no money has left the EUR wallet for it; nothing follows.',
  ],
  [
    'a conversion that was booked',
    [booked],
    'No money has moved; next, GBP 85.06 from the GBP wallet is exchanged for EUR 100.00 on 2026-11-24.',
  ],
  [
    'a conversion that waits for its deposit',
    [conversion({ status: 'BOOKED', awaits: 'deposit' })],
    'No money has moved; next, the client pays the deposit, and GBP 85.06 from the GBP wallet is exchanged for EUR 100.00 on 2026-11-24.',
  ],
  [
    'a conversion whose deposit was paid',
    [conversion({ status: 'BOOKED', deposit: { ccyCode: 'GBP', value: 8.51 } })],
    'GBP 8.51 is held as the deposit; next, GBP 85.06 from the GBP wallet is exchanged for EUR 100.00 on 2026-11-24.',
  ],
  ['a conversion that was exchanged', [exchanged], 'EUR 100.00 has gone to the EUR wallet; nothing follows.'],
  [
    'a conversion that was cancelled',
    [conversion({ status: 'CANCELLED', reason: 'NOT_FUNDED' })],
    'The conversion was cancelled (NOT_FUNDED): nothing was exchanged, and what that cost or gained, if anything, is posted to the wallet; nothing follows.',
  ],
  [
    'inbound funds that wait',
    [funds({ status: 'PENDING' })],
    'GBP 85.06 has been received and is not in the GBP wallet yet; next, it is credited on 2026-11-26, or rejected.',
  ],
  [
    'inbound funds that were credited',
    [funds({ status: 'CREDITED' })],
    'GBP 85.06 has been credited to the GBP wallet; nothing follows.',
  ],
  [
    'inbound funds that are pulled',
    [funds({ status: 'PENDING', isPulled: true })],
    'GBP 85.06 is to be pulled from the linked account; next, it is credited to the GBP wallet on 2026-11-26, or that bank returns it.',
  ],
  [
    'pulled funds that were credited',
    [funds({ status: 'CREDITED', isPulled: true })],
    'GBP 85.06 has been credited to the GBP wallet; nothing follows unless the bank of the linked account returns it.',
  ],
  [
    'pulled funds that were returned',
    [funds({ status: 'REJECTED', isPulled: true, reason: 'R01: Insufficient funds' })],
    'GBP 85.06 is not in the GBP wallet: nothing was pulled from the linked account, or it went back (R01: Insufficient funds); nothing follows.',
  ],
  [
    'inbound funds that were rejected',
    [funds({ status: 'REJECTED', reason: 'No such account' })],
    'GBP 85.06 goes back to its sender (No such account).',
  ],
  [
    'a credit that is unmatched',
    [credit({})],
    'EUR 100.00 is in no wallet: nobody has said yet for which client it is; next, staff match it to a client, or return it to its sender.',
  ],
  [
    'a credit that is to be returned',
    [credit({ status: 'RETURNING' })],
    'EUR 100.00 is in no wallet: the bank was asked to return it to its sender; next, the bank does so.',
  ],
  [
    'a credit that was returned',
    [credit({ status: 'RETURNED' })],
    'EUR 100.00 has gone back to its sender; nothing follows unless the bank of the sender returns it.',
  ],
  [
    'a credit that the bank did not return',
    [credit({ status: 'RETURN_FAILED' })],
    'EUR 100.00 is in no wallet: the bank did not return it to its sender; next, staff match it to a client, or return it to its sender.',
  ],
  [
    'a part of a credit that came back',
    [credit({ status: 'CAME_BACK', returned: { ccyCode: 'EUR', value: 90 } })],
    'EUR 90.00 is in no wallet: it went back to its sender and came back; next, staff match it to a client, or return it to its sender.',
  ],
])('%s', (_what, facts, sentence) => {
  const known = lastFactsOf(facts.map((record) => ({ record })));
  const [first] = facts;
  expect(whereTheMoneyIs(first?.id ?? '', known)).toBe(sentence);
  expect(whereTheMoneyIs('the id of a request', known)).toBe(sentence);
});

/** Of the record in a message, by its schema. */
function statusesIn(type: MessageType): string[] {
  const declared: Readonly<Record<string, { readonly data: unknown }>> = messages;
  const { properties } = declared[type]?.data as any;
  return properties.resource.properties.status.enum;
}

test.each<[MessageType, (more: Partial<RecordFacts>) => RecordFacts]>([
  ['payment.sent', payment],
  ['payment_instruction.sent', instruction],
  ['conversion.booked', conversion],
  ['inbound_funds.credited', funds],
])('each status of the record in %s has a sentence of its own', (type, of) => {
  const sentences = statusesIn(type).map((status) => {
    const facts = of({ status });
    return whereTheMoneyIs(facts.id, new Map([[facts.id, facts]]));
  });
  expect(sentences).not.toContain(null);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test.each<[string, Partial<RecordFacts>, string]>([
  [
    'PENDING',
    {},
    'GBP 85.06 has been received and is not in the GBP wallet yet; next, it is credited on 2026-11-26, or rejected.',
  ],
  ['CREDITED', {}, 'GBP 85.06 has been credited to the GBP wallet; nothing follows.'],
  [
    'REJECTED',
    { reason: 'Screening' },
    'EUR 100.00 is in no wallet (Screening): nobody knows to which account it goes back; next, staff match it to a client, or return it to its sender.',
  ],
])('a matched credit is where its inbound funds are: %s', (status, more, sentence) => {
  const facts = [credit({ status: 'MATCHED', inboundFundsId: 'if_1' }), funds({ status, ...more })];
  expect(whereTheMoneyIs('bc_1', new Map(facts.map((one) => [one.id, one])))).toBe(sentence);
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
  expect(whereTheMoneyIs('ben_1', new Map([['ben_1', { id: 'ben_1', status: 'ACTIVE' }]]))).toBeNull();
});
