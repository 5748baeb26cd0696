import { everythingAllowed } from '@corridor/payments-contract';
import type { Envelope, Messages, MessageType } from '@corridor/contracts';
import { OPERATOR } from '@corridor/http';
import { ReadModels } from '@corridor/event-store';
import { type Money, type ConversionOrder, type Price, type Quote, money } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { TestClock, about, fixture, fixtures, testCaller, toTransfer } from '@corridor/testing';
import { MessagesOf, reactsTo } from '@corridor/testing/service';
import { beneficiary } from './beneficiary/beneficiary.js';
import { german } from './beneficiary/beneficiary.fixture.js';
import { Departures } from './automation/departures.js';
import { Awaited } from './automation/awaited.js';
import { Desk } from './automation/desk.js';
import { Fills } from './automation/fills.js';
import { Releases } from './automation/releases.js';
import { type Event, paymentInstruction } from './payment-instruction/payment-instruction.js';
import type { Terms } from './payment-instruction/terms.js';
import { SimulatedRail } from './rail/simulated-rail.js';
import { PaymentOrders } from './payment/payment-order.js';
import { terms as paymentTerms } from './payment/payment.fixture.js';
import { type Event as PaymentEvent, payment } from './payment/payment.js';
import { Margins } from './margins.js';
import type { Named } from './messages.fixture.js';
import { Rates } from './rates.js';
import { Reactions } from './reactions.js';
import { type Event as ScreeningEvent, type Request, screening } from './screening/screening.js';
import { ScreeningOutcomes } from './screening/screening-outcomes.js';
import { ScreeningRequests } from './screening/screening-requests.js';
import type { ScreeningJob } from './screening/screening-job.js';
import { Unscreened } from './screening/clearance.js';
import { Reviews } from './screening/reviews.js';
import { Screenings } from './screening/screenings.js';
import { clientFeePlan, feesOf } from './fees/client-fee-plan.js';
import { paymentPolicy } from './policy/payment-policy.js';
import { Policies } from './policy/policies.js';
import { service } from './service.js';
import { creditReport } from './submission/credit-report.js';
import { creditorOf } from './submission/creditor.js';
import { statementPart } from './submission/statement-part.js';
import { SubmissionReactions } from './submission/submission-reactions.js';
import { type Event as SubmissionEvent, submission } from './submission/submission.js';

/** The messages of this service match their fixtures, and it handles all versions of the messages that it consumes. */

const clock = new TestClock();
const ids = new Ids(clock);
let messages: MessagesOf;
beforeEach(async () => (messages = await MessagesOf.service(service, clock)));
afterEach(() => messages.close());

const INSTRUCTION = 'pi_01K00000000000000000000002';
const CONVERSION = 'con_01K00000000000000000000001';
const PAYMENT = 'pmt_01K00000000000000000000003';
const REFERENCE = 'CON-20261121-000001';

const { id: beneficiaryId, displayName } = german;
const summary = { id: beneficiaryId, displayName, bankCountryCode: 'DE', bankAccount: null };
const [sellAmount, buyAmount] = [money('GBP', 8_506n), money('EUR', 10_000n)];
const order: ConversionOrder = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: buyAmount };
const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.8494', mid: '0.85', ask: '0.8506' };
const price: Price = { ccyPair: 'EURGBP', rate: '0.8506', sellAmount, buyAmount };
const terms: Terms = {
  beneficiary: summary,
  order,
  paymentDate: '2026-11-23',
  paymentType: 'PRIORITY',
  chargeType: 'SHARED',
  narrative: 'Invoice 4711',
  metadata: 'order 7',
  indicativePrice: price,
  indicativeQuote: quote,
  indicativeMargin: null,
  maximumSlippage: null,
  quoteId: null,
  needsChecker: false,
};

const created: Event = { type: 'created', ...terms };
const acknowledged: Event = { type: 'acknowledged' };
const booking = (conversionId: string): Event => ({
  type: 'booking_requested',
  margin: { planId: 'mgp_01K0000000000000000000000A', basisPoints: 20 },
  worst: money('GBP', 8_591n),
  conversionId,
  order,
  quote,
  valueDate: '2026-11-23',
});
const filled = (conversionId: string | null): Event[] => [
  created,
  acknowledged,
  { type: 'filled', price, conversionId, conversionReference: null },
];
const exchanging = (conversionId: string): Event => ({
  type: 'exchange_requested',
  conversionId,
  paymentId: PAYMENT,
  beneficiary: null,
});
const sending = (paymentId: string): Event => ({
  type: 'transfers_requested',
  exchange: { conversionId: CONVERSION, reference: REFERENCE, sellAmount, buyAmount },
  paymentId,
  beneficiary: german,
});
const funding = (paymentId: string, amount: Money = buyAmount): Event => ({
  type: 'funds_requested',
  paymentId,
  amount,
  beneficiary: null,
});
const asked = { paymentId: PAYMENT, amount: buyAmount, beneficiary: german };
const covering = (coverId = `${PAYMENT}/cover/1`): Event => ({ type: 'cover_requested', coverId, ...asked });
const paid: PaymentEvent[] = [
  {
    type: 'created',
    ...paymentTerms,
    reference: 'PMT-20261121-000003',
    beneficiary: summary,
    amount: buyAmount,
    paymentInstructionId: INSTRUCTION,
  },
  { type: 'authorised' },
  {
    type: 'sent',
    snapshot: { ...german, id: 'bss_01K00000000000000000000005', isSnapshot: true },
    swiftSubmission: null,
    conversionId: CONVERSION,
    isLinked: false,
  },
  {
    type: 'submission_requested',
    valueDate: '2026-11-23',
    instructed: sellAmount,
    creditor: creditorOf(german),
  },
];
const [draft] = paid as [PaymentEvent];

const SUBMISSION = 'sub_01K00000000000000000000004';
const staff = { ...testCaller, client: OPERATOR };
const submitted: SubmissionEvent = {
  type: 'requested',
  kind: 'PAYMENT',
  subjectId: PAYMENT,
  client: testCaller.client,
  amount: buyAmount,
  instructed: sellAmount,
  valueDate: '2026-11-23',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  orderingParty: 'Test Client Ltd',
  creditor: creditorOf(german),
  narrative: 'Invoice 4711',
  purposeCode: null,
};
const said = { reportId: null, reason: 'The account is closed.', bankReference: 'FT26325ABCD' };
const screened: Request = {
  subject: {
    type: 'PAYMENT_INSTRUCTION',
    id: INSTRUCTION,
    clientId: german.client.id,
    names: ['Anna Schmidt'],
    party: 'PERSON',
    dateOfBirth: null,
    countries: ['DE'],
  },
  client: german.client,
  reviewReasons: [],
};
const requested: ScreeningEvent = { type: 'requested', ...screened };

const QUOTE = 'quo_01K00000000000000000000007';
const quoting = (quoteId: string): Event => ({ ...created, type: 'quote_requested', quoteId });

test('the published messages have the shape of the fixtures', async () => {
  await messages.happened(paymentInstruction, 'pi_01K00000000000000000000020', [quoting(QUOTE)]);
  await messages.happened(paymentInstruction, INSTRUCTION, [
    created,
    acknowledged,
    booking(CONVERSION),
    { type: 'filled', price, conversionId: CONVERSION, conversionReference: REFERENCE },
    exchanging(CONVERSION),
    { type: 'exchanged' },
    funding(PAYMENT),
    sending(PAYMENT),
    covering(),
    {
      type: 'send_declined',
      reason: 'insufficient_funds',
      released: { coverId: `${PAYMENT}/cover/1`, paymentId: PAYMENT },
    },
    { type: 'sent', paymentId: PAYMENT, beneficiary: summary },
  ]);
  for (const [i, type] of (['cancelled', 'rejected', 'failed'] as const).entries()) {
    const reason = 'It is not wanted any more.';
    await messages.happened(paymentInstruction, `pi_01K0000000000000000000001${i}`, [
      created,
      { type, reason },
    ]);
  }
  const returned = money('EUR', 9_500n);
  await messages.happened(payment, PAYMENT, [
    ...paid,
    { type: 'return_requested', reason: 'The account is closed.', returned, deduction: null, number: 1 },
    { type: 'failed', reason: 'The account is closed.', returned, conversionId: CONVERSION },
  ]);
  await messages.happened(payment, 'pmt_01K00000000000000000000010', [
    draft,
    { type: 'cancelled', reason: 'It is not wanted any more.' },
  ]);
  await messages.happened(payment, 'pmt_01K00000000000000000000011', [draft, { type: 'completed' }]);
  const cameBack = { type: 'returned', returned, excess: null, source: 'MESSAGE', ...said } as const;
  const postponed = { type: 'postponed', executionDate: '2026-11-24' } as const;
  await messages.happened(submission, SUBMISSION, [submitted, postponed, cameBack], staff);
  await messages.happened(
    creditReport,
    'bc_01K00000000000000000000040',
    [
      {
        type: 'reported',
        bankReference: 'FT26325ABCD',
        accountNumber: 'GB29NWBK60161331926819',
        bankAccount: 'GB33BUKB20201555555555',
        amount: money('GBP', 1_250_75n),
        valueDate: '2026-11-23',
        reference: 'Invoice 1042',
        sender: {
          name: 'Globex Ltd',
          ultimateDebtor: null,
          address: null,
          countryCode: 'GB',
          accountNumber: 'GB33BUKB20201555555555',
          bicSwiftCode: 'BUKBGB22XXX',
          routingCode: null,
        },
      },
    ],
    staff,
  );
  await messages.happened(
    statementPart,
    'bst_01K00000000000000000000041/0',
    [
      {
        type: 'reported',
        statement: {
          statementId: 'STMT-20261123',
          accountNumber: 'GB29NWBK60161331926819',
          day: '2026-11-23',
          opening: money('GBP', 0n),
          closing: money('GBP', 750_75n),
          lineCount: 2,
          version: '1',
        },
        from: 0,
        lines: [
          {
            amount: money('GBP', 1_250_75n),
            bookedOn: '2026-11-23',
            valueDate: '2026-11-23',
            reference: null,
            bankReference: 'FT26325ABCD',
            text: 'Globex Ltd: Invoice 1042',
          },
          {
            amount: money('GBP', -500_00n),
            bookedOn: '2026-11-23',
            valueDate: '2026-11-23',
            reference: '0000000000000007',
            bankReference: null,
            text: null,
          },
        ],
      },
    ],
    staff,
  );
  await messages.happened(beneficiary, beneficiaryId, [
    { type: 'created', details: german },
    { type: 'updated', details: german },
  ]);
  await messages.happened(clientFeePlan, feesOf(testCaller.client.id), [
    {
      type: 'fee_plan_assigned',
      clientId: testCaller.client.id,
      planId: 'fpl_01K0000000000000000000000B',
    },
  ]);
  await messages.happened(paymentPolicy, 'policy', [
    {
      type: 'policy_set',
      isOfStaff: true,
      refusedCountries: ['KP'],
      refusedCurrencies: { ...everythingAllowed.refusedCurrencies, paid: ['KPW'], received: ['KPW'] },
    },
  ]);
  await messages.happened(screening, 'cas_01K00000000000000000000030', [
    requested,
    { type: 'passed', ...screened, listVersions: [], hits: [] },
  ]);
  await messages.happened(screening, 'cas_01K00000000000000000000031', [
    requested,
    { type: 'opened', ...screened, listVersions: [], hits: [] },
    { type: 'blocked', reason: 'The same person', ...screened },
  ]);
  await messages.expectFixtures();
});

/** The ids that a message names. */
const isAsked = ({ coverId }: Named) => [...filled(null), covering(coverId)];
/** The history of the instruction, and the resulting events. */
const reactions: Partial<
  Record<MessageType, { before(named: Named): Event[]; payment?: PaymentEvent[]; after: string[] }>
> = {
  'conversions.rates_published': { before: () => [], after: [] },
  'conversions.points_published': { before: () => [], after: [] },
  'conversions.margin_plan_set': { before: () => [], after: [] },
  'conversions.margin_plan_assigned': { before: () => [], after: [] },
  'conversions.quote_used': { before: ({ quoteId }) => [quoting(quoteId)], after: ['created'] },
  'conversions.quote_refused': { before: ({ quoteId }) => [quoting(quoteId)], after: ['quote_refused'] },
  'conversion.booked': {
    before: ({ conversionId }) => [created, acknowledged, booking(conversionId)],
    after: ['filled'],
  },
  'conversions.booking_declined': {
    before: ({ conversionId }) => [created, acknowledged, booking(conversionId)],
    after: ['fill_declined'],
  },
  'conversions.decline_ended': { before: () => [created, acknowledged], after: ['booking_requested'] },
  'conversion.exchanged': {
    before: ({ conversionId }) => [...filled(conversionId), exchanging(conversionId)],
    after: ['exchanged', 'funds_requested'],
  },
  'conversions.exchange_declined': {
    before: ({ conversionId }) => [...filled(conversionId), exchanging(conversionId)],
    after: ['send_declined'],
  },
  'conversions.cover_granted': { before: isAsked, after: ['funds_requested'] },
  'conversions.cover_declined': { before: isAsked, after: ['send_declined'] },
  'conversions.cover_decline_ended': { before: () => filled(null), after: ['cover_requested'] },
  'conversion.cancelled': { before: ({ conversionId }) => filled(conversionId), after: ['failed'] },
  'ledger.transfer_posted': {
    before: ({ transferId }) => [...filled(CONVERSION), funding(transferId)],
    after: ['created', 'authorised', 'sent'],
  },
  'ledger.transfer_declined': {
    before: ({ transferId }) => [...filled(CONVERSION), funding(transferId)],
    after: ['send_declined'],
  },
  // Its conversion shows the payment first.
  'ledger.transfers_posted': { before: () => [], after: [] },
  'ledger.transfers_declined': {
    before: ({ transfers }) => [...filled(CONVERSION), sending(transfers[1]!.transferId)],
    after: ['send_declined'],
  },
  'payment.sent': { before: ({ resource }) => [...filled(null), funding(resource.id)], after: ['sent'] },
  'conversions.payment_linked': {
    before: ({ paymentId }) => [...filled(CONVERSION), sending(paymentId)],
    after: ['created', 'authorised', 'sent', 'sent'],
  },
  'conversions.payment_failure_noted': {
    before: () => [],
    payment: [...paid, { type: 'failed', reason: '', returned: buyAmount, conversionId: CONVERSION }],
    after: ['failure_noted'],
  },
  'payments.submission_requested': { before: () => [], after: ['requested'] },
  'payments.submission_postponed': { before: () => [], payment: paid, after: ['postponed'] },
  'payments.submission_reported': { before: () => [], payment: paid, after: ['return_requested'] },
  'payment.draft': { before: () => [], after: [] }, // of an instruction, for which the payee was compared
  'payment_instruction.pending': { before: () => [created], after: ['requested'] },
  'beneficiary.created': { before: () => [], after: ['requested'] },
  'beneficiary.updated': { before: () => [], after: ['requested'] },
  'client.created': { before: () => [], after: ['requested'] },
  'client.changed': { before: () => [], after: ['requested'] },
  'payments.policy_set': { before: () => [], after: [] },
  'client.rated': { before: () => [], after: [] },
  'payments.screening_requested': { before: () => [], after: ['requested'] },
  'payments.rescreening_requested': { before: () => [], after: ['requested'] },
  'screening.cleared': { before: () => [created], after: ['acknowledged'] },
  'screening.hit': { before: () => [created], after: [] },
  'screening.blocked': { before: () => [created], after: ['rejected'] },
  'payment_instruction.acknowledged': {
    before: () => [created, acknowledged],
    after: ['booking_requested'],
  },
  'payment_instruction.filled': { before: () => filled(CONVERSION), after: ['exchange_requested'] },
  'transaction.completed': { before: () => filled(CONVERSION), after: ['exchange_requested'] },
  // That of an instruction is sent already.
  'payment.ready_to_send': { before: () => [], payment: paid, after: [] },
};

/** A payment that needs no conversion completes its instruction itself; any other message unchanged. */
const withoutConversion = (message: Envelope): Envelope =>
  message.type === 'payment.sent'
    ? { ...message, data: { ...message.data, conversionId: null } as Messages['payment.sent'] }
    : message;

const reactionsOnly = () => {
  const { store, db } = messages;
  return new Reactions(
    store,
    new Rates(db.database, clock),
    new Margins(db.database, clock),
    new PaymentOrders(db.database),
    new SimulatedRail(),
    clock,
  );
};

const policies = () => {
  const { store, db } = messages;
  return new Policies(store, db.database, clock, { refused: [] }, { environment: 'PRODUCTION' });
};
const desk = () => {
  const { store, db } = messages;
  const orders = new PaymentOrders(db.database);
  const departures = new Departures(orders, ids, new Unscreened(), policies());
  const onPaymentDate = new TestClock(new Date('2026-11-23T09:30:00.123Z'));
  const [rates, margins] = [new Rates(db.database, clock), new Margins(db.database, clock)];
  const fills = new Fills(store, orders, departures, rates, margins, ids, clock);
  const releases = new Releases(store, departures, onPaymentDate);
  return new Desk(fills, releases, new Awaited(db.database, releases, onPaymentDate));
};
const reviews = () => {
  const { database } = messages.db;
  return new Reviews(database, new Rates(database, clock), policies());
};
const screeningRequests = () => {
  const { store, db } = messages;
  const { database } = db;
  const readModels = new ReadModels(database, db.searches, clock);
  const job = { wake: () => undefined } as ScreeningJob;
  const orders = new PaymentOrders(database);
  const screenings = new Screenings(store, database, orders, readModels, reviews(), job, ids, clock);
  return new ScreeningRequests(screenings, reviews());
};
const reactionsTo = (type: MessageType): object => {
  if (reactsTo(Desk).includes(type)) return desk();
  if (reactsTo(SubmissionReactions).includes(type)) return new SubmissionReactions(messages.store);
  if (reactsTo(ScreeningOutcomes).includes(type)) return new ScreeningOutcomes(messages.store);
  return reactsTo(ScreeningRequests).includes(type) ? screeningRequests() : reactionsOnly();
};

test('every reaction is tested', () =>
  expect(
    [Reactions, Desk, ScreeningRequests, ScreeningOutcomes, SubmissionReactions].flatMap(reactsTo).sort(),
  ).toEqual(Object.keys(reactions).sort()));

test.each(fixtures().filter(({ type }) => type in reactions))(
  'version $version of $type is understood',
  async ({ type, message: example }) => {
    const message = withoutConversion(toTransfer(example, PAYMENT));
    const { before, payment: ofPayment, after } = reactions[type] ?? { before: () => [], after: [] };
    const named = message.data as unknown as Named;
    const instruction =
      named.paymentInstructionId ?? named.resource?.linkedPaymentInstructionId ?? named.subject?.id;
    const past = before(named);
    const other = type === 'transaction.completed' ? INSTRUCTION : (named.resource?.id ?? INSTRUCTION);
    await messages.happened(beneficiary, beneficiaryId, [{ type: 'created', details: german }]);
    if (past.length > 0) await messages.happened(paymentInstruction, instruction ?? other, past);
    const paymentId = named.paymentId ?? named.subjectId ?? named.resource?.id;
    if (ofPayment) await messages.happened(payment, paymentId, ofPayment);
    expect(await messages.deliver(reactionsTo(type), about('PAYMENT', message))).toEqual(after);
  },
);

describe('a message that is not about a payment or an instruction needs only its checkpoint', () => {
  const withoutInstruction = (
    type:
      | 'conversion.booked'
      | 'conversion.exchanged'
      | 'conversion.cancelled'
      | 'conversions.payment_linked',
  ) => {
    const { data, ...message } = fixture(type);
    return { ...message, data: { ...data, paymentInstructionId: null } } as Envelope;
  };
  const { data: sent, ...sentMessage } = fixture('payment.sent');
  const declined = fixture('ledger.transfers_declined');
  const exchanged = fixture('conversion.exchanged');
  test.each<Envelope>([
    fixture('ledger.transfer_posted'),
    fixture('ledger.transfer_declined'),
    fixture('ledger.transfers_posted'), // its conversion has to show the payment first
    { ...declined, data: { ...declined.data, transfers: declined.data.transfers.slice(0, 1) } },
    withoutInstruction('conversion.booked'),
    withoutInstruction('conversion.exchanged'),
    { ...exchanged, data: { ...exchanged.data, paymentId: PAYMENT } }, // the conversion shows the payment next
    withoutInstruction('conversion.cancelled'),
    withoutInstruction('conversions.payment_linked'),
    fixture('payment.sent'), // its conversion has to show it first
    { ...sentMessage, data: { ...sent, resource: { ...sent.resource, linkedPaymentInstructionId: null } } },
  ])('$type', async (message) => expect(await messages.statementsFor(reactionsOnly(), message)).toEqual([]));

  test('a message that is about one needs more statements', async () => {
    const posted = about('PAYMENT', fixture('ledger.transfer_posted'));
    expect(await messages.statementsFor(reactionsOnly(), posted)).not.toEqual([]);
  });
});
