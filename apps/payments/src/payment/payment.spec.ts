import { fold, money } from '@corridor/kernel';
import { given, testCaller } from '@corridor/testing';
import type { PaymentResource } from '@corridor/contracts';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { summaryOf } from '../beneficiary/summary.js';
import {
  type Dispatch,
  type Event,
  type State,
  type Terms,
  authorise,
  cancel,
  complete,
  create,
  fail,
  pay,
  payment,
  send,
} from './payment.js';
import { keepSnapshot, payments } from './payment.view.js';

const terms: Terms = {
  reference: 'PMT-20261120-4F7KQ2',
  beneficiary: summaryOf(german),
  amount: money('EUR', 1000_50n),
  narrative: 'Invoice 4711',
  paymentDate: '2026-11-20',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  paymentInstructionId: 'pi_1',
  metadata: 'order 12',
};
const dispatch: Dispatch = {
  snapshot: { ...german, id: 'bss_1', isSnapshot: true },
  swiftSubmission: { format: 'MT103', message: '{1:…}', reference: 'REF', status: 'SUCCESS' },
  conversionId: 'con_1',
};
const created: Event = { type: 'created', ...terms };
const authorised: Event = { type: 'authorised' };
const sent: Event = { type: 'sent', ...dispatch };
const completed: Event = { type: 'completed' };
const failure = { reason: 'Account closed.', returned: money('EUR', 985_50n) };

describe('every status × command (interface-spec 3.2)', () => {
  const table = `
    from           create   authorise      send     complete  fail     cancel
    NEW            DRAFT    unknown        unknown  unknown   unknown  unknown
    DRAFT          illegal  READY_TO_SEND  illegal  illegal   illegal  CANCELLED
    READY_TO_SEND  illegal  illegal        SENT     illegal   FAILED   illegal
    SENT           illegal  illegal        illegal  SENT      FAILED   illegal
    FAILED         illegal  illegal        illegal  illegal   illegal  illegal
    CANCELLED      illegal  illegal        illegal  illegal   illegal  illegal`;

  const histories: Record<string, Event[]> = {
    NEW: [],
    DRAFT: [created],
    READY_TO_SEND: [created, authorised],
    SENT: [created, authorised, sent],
    FAILED: [created, authorised, { type: 'failed', ...failure }],
    CANCELLED: [created, { type: 'cancelled', reason: 'Not needed.' }],
  };
  const commands: Record<string, (state: State) => Event[]> = {
    create: (state) => create(state, terms),
    authorise,
    send: (state) => send(state, dispatch),
    complete,
    fail: (state) => fail(state, failure),
    cancel: (state) => cancel(state, { reason: 'Not needed.' }),
  };
  const refusals: Record<string, string> = { illegal: 'illegal_transition', unknown: 'not_found' };

  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const cells = rows.flatMap(([from, ...row]) =>
    row.map((cell, i) => [from!, header[i + 1]!, cell] as const),
  );

  test.each(cells)('%s %s: %s', (from, command, expected) => {
    const act = () => {
      const before = fold(payment, histories[from]!);
      return commands[command]!(before).reduce(payment.evolve, before).status;
    };
    if (refusals[expected])
      expect(act).toThrow(expect.objectContaining({ code: refusals[expected] }) as Error);
    else expect(act()).toBe(expected);
  });
  test('no status and no command is missing', () => {
    expect(rows.map(([from]) => from)).toEqual(Object.keys(histories));
    expect(header.slice(1)).toEqual(Object.keys(commands));
    expect(cells).toHaveLength(rows.length * (header.length - 1));
  });
});

test('the payment of an instruction is made, authorised and sent at once, and only once', () => {
  given(payment).when(pay, { terms, dispatch }).then(created, authorised, sent);
  given(payment, created, authorised, sent).when(pay, { terms, dispatch }).then();
});

test('a payment that had not left returns nothing, one that had returns what came back', () => {
  given(payment, created, authorised)
    .when(fail, failure)
    .then({ type: 'failed', reason: 'Account closed.', returned: null });
  given(payment, created, authorised, sent)
    .when(fail, failure)
    .then({ type: 'failed', ...failure });
});

describe('the public record (interface-spec 2.4)', () => {
  const recorded = (event: Event, i: number) => ({
    streamId: 'pmt_1',
    version: i + 1,
    occurredOn: `2026-11-20T09:3${i}:00.000`,
    caller: testCaller,
    event,
  });
  const shown = (...events: Event[]) =>
    events.reduce<PaymentResource | null>(
      (row, event, i) => payments.project(row, recorded(event, i)),
      null,
    )!;
  const by = (i: number) => ({
    by: testCaller.user,
    on: `2026-11-20T09:3${i}:00.000`,
    withApiKey: testCaller.apiKeyId,
  });

  test('of a new payment', () => {
    expect(shown(created)).toEqual({
      id: 'pmt_1',
      reference: 'PMT-20261120-4F7KQ2',
      client: testCaller.client,
      beneficiary: {
        id: german.id,
        displayName: 'Anna Schmidt',
        bankCountryCode: 'DE',
        bankAccount: null,
      },
      beneficiarySnapshot: null,
      amount: { ccyCode: 'EUR', value: 1000.5 },
      narrative: 'Invoice 4711',
      reason: 'Invoice 4711',
      purposeCode: null,
      paymentDate: '2026-11-20',
      paymentType: 'PRIORITY',
      chargeType: 'OURS',
      fee: null,
      transferredOn: null,
      status: 'DRAFT',
      statusHistory: [
        { status: 'DRAFT', subStatus: 'NEW', statusReason: null, occurredOn: '2026-11-20T09:30:00.000' },
      ],
      failureReturnedAmount: null,
      swiftSubmission: null,
      linkedPaymentInstructionId: 'pi_1',
      metadata: 'order 12',
      auditHistory: { version: 1, created: by(0), updated: by(0) },
    });
  });

  test('of a sent payment, then confirmed, then returned', () => {
    const row = shown(created, authorised, sent, completed, { type: 'failed', ...failure });
    expect(row).toMatchObject({
      beneficiarySnapshot: { id: 'bss_1', displayName: 'Anna Schmidt', bankAccount: null },
      swiftSubmission: dispatch.swiftSubmission,
      transferredOn: '2026-11-20T09:32:00.000',
      status: 'FAILED',
      failureReturnedAmount: { ccyCode: 'EUR', value: 985.5 },
      auditHistory: { version: 5, created: by(0), updated: by(4) },
    });
    expect(
      row.statusHistory.map(({ status, subStatus, statusReason }) => [status, subStatus, statusReason]),
    ).toEqual([
      ['DRAFT', 'NEW', null],
      ['READY_TO_SEND', 'AUTHORISED', null],
      ['SENT', 'SUBMITTED', null],
      ['SENT', 'COMPLETED', null],
      ['FAILED', 'FAILED', 'Account closed.'],
    ]);
  });

  test('the snapshot is kept when the payment is sent, and only then', async () => {
    const written: unknown[][] = [];
    const sql = { query: (_: string, values: readonly unknown[] = []) => (written.push([...values]), []) };
    for (const [i, event] of [created, authorised, sent, completed].entries())
      await keepSnapshot(sql as never, recorded(event, i));
    expect(written).toHaveLength(1);
    const [id, clientId, createdOn, data] = written[0]!;
    expect([id, clientId, createdOn]).toEqual(['bss_1', testCaller.client.id, '2026-11-20T09:32:00.000']);
    expect(JSON.parse(data as string)).toEqual({
      ...german,
      id: 'bss_1',
      isSnapshot: true,
      auditHistory: { version: 1, created: by(2), updated: by(2) },
    });
  });
});
