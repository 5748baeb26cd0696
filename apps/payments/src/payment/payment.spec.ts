import { fold, money, outcomeOf } from '@corridor/kernel';
import { given, testCaller } from '@corridor/testing';
import type { PaymentResource } from '@corridor/payments-contract';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { accept, postpone } from './bank-report.js';
import { coverDeclined, coverGranted } from './cover.js';
import { sendOrFail } from './or-fail.js';
import {
  type Dispatch,
  type Event,
  type State,
  authorise,
  complete,
  fail,
  failureNoted,
  fundsReturned,
  fundsTaken,
  lifecycle,
  pay,
  payment,
  release,
  requireAuthorisation,
  returnOf,
  send,
  suspend,
  transferDeclined,
} from './payment.js';
import { cancel, stop } from './cancel.js';
import { terms } from './payment.fixture.js';
import { keepSnapshot, payments } from './payment.view.js';

const dispatch: Dispatch = {
  snapshot: { ...german, id: 'bss_1', isSnapshot: true },
  swiftSubmission: { format: 'MT103', message: '{1:…}', reference: 'REF', status: 'SUCCESS' },
  submission: null,
  conversionId: 'con_1',
  isLinked: false,
};
const created: Event = { type: 'created', ...terms };
const authorised: Event = { type: 'authorised' };
const archived = { ...german, status: 'ARCHIVED' as const };
const fundsRequested: Event = { type: 'funds_requested', amount: terms.amount, beneficiary: german };
const { submission: _, ...sending } = dispatch;
const sent: Event = { type: 'sent', ...sending };
const ownSent: Event = { ...sent, conversionId: null };
const accepted: Event = { type: 'accepted', reason: 'The bank has accepted it.' };
const completed: Event = { type: 'completed' };
const reason = 'Account closed.';
const order = { reason: 'Called.', publicReason: null, by: { id: 'stf_1', name: 'Ines Almeida' } };
const suspended: Event = { type: 'suspended', reason };
const returning = { reason, returned: money('EUR', 985_50n), deduction: money('EUR', 15_00n), number: 1 };
const returnRequested: Event = { type: 'return_requested', ...returning };
const failed: Event = { type: 'failed', reason, returned: returning.returned, conversionId: 'con_1' };

describe('every status × command (interface-spec 3.2)', () => {
  const table = `
    from              require      authorise    suspend      release      send         accept       postpone     complete     fail         cancel       stop
    NOTHING           unknown      unknown      unknown      unknown      unknown      unknown      unknown      unknown      unknown      unknown      unknown
    NEW               AWAITING     AUTHORISED   illegal      illegal      illegal      illegal      illegal      illegal      illegal      CANCELLED    FAILED
    AWAITING          illegal      AUTHORISED   illegal      illegal      illegal      illegal      illegal      illegal      illegal      CANCELLED    FAILED
    AUTHORISED        illegal      illegal      SUSPENDED    illegal      SUBMITTED    illegal      illegal      illegal      FAILED       illegal      FAILED
    SUSPENDED         illegal      illegal      illegal      AUTHORISED   illegal      illegal      illegal      illegal      FAILED       illegal      FAILED
    released          illegal      illegal      SUSPENDED    illegal      SUBMITTED    illegal      illegal      illegal      FAILED       illegal      FAILED
    SUBMITTED         illegal      illegal      illegal      illegal      illegal      accepted     SUBMITTED    COMPLETED    FAILED       illegal      illegal
    accepted          illegal      illegal      illegal      illegal      illegal      accepted     accepted     COMPLETED    FAILED       illegal      illegal
    COMPLETED         illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      FAILED       illegal      illegal
    FAILED            illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal
    CANCELLED         illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal      illegal
    sending           in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress
    returning         in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress  in_progress
    send_declined     illegal      illegal      SUSPENDED    illegal      SUBMITTED    illegal      illegal      illegal      FAILED       illegal      FAILED
    return_declined   illegal      illegal      illegal      illegal      illegal      accepted     SUBMITTED    COMPLETED    FAILED       illegal      illegal`;

  const onItsWay = [created, authorised, fundsRequested, ownSent];
  const histories: Record<string, Event[]> = {
    NOTHING: [],
    NEW: [created],
    AWAITING: [created, { type: 'authorisation_required' }],
    AUTHORISED: [created, authorised],
    SUSPENDED: [created, authorised, suspended],
    released: [created, authorised, suspended, { type: 'released' }],
    SUBMITTED: onItsWay,
    accepted: [...onItsWay, accepted],
    COMPLETED: [...onItsWay, completed],
    FAILED: [created, authorised, { type: 'failed', reason, returned: null, conversionId: null }],
    CANCELLED: [created, { type: 'cancelled', reason }],
    sending: [created, authorised, fundsRequested],
    returning: [...onItsWay, returnRequested],
    send_declined: [created, authorised, fundsRequested, { type: 'send_declined', reason: 'wallet_full' }],
    return_declined: [...onItsWay, returnRequested, { type: 'return_declined', reason: 'wallet_full' }],
  };
  const commands: Record<string, (state: State) => Event[]> = {
    require: requireAuthorisation,
    authorise,
    suspend: (state) => suspend(state, { reason }),
    release,
    send: (state) => send(state, { beneficiary: german, policy }),
    accept: (state) => accept(state, { reason }),
    postpone: (state) => postpone(state, { executionDate: '2026-11-24' }),
    complete,
    fail: (state) => fail(state, { reason, deduction: null }),
    cancel: (state) => cancel(state, { reason }),
    stop: (state) => stop(state, order),
  };
  const positions: Record<string, object> = {
    AWAITING: { status: 'DRAFT', subStatus: 'AWAITING_AUTHORISATION' },
    AUTHORISED: { status: 'READY_TO_SEND', subStatus: 'AUTHORISED' },
    SUSPENDED: { status: 'READY_TO_SEND', subStatus: 'SUSPENDED' },
    SUBMITTED: { status: 'SENT', subStatus: 'SUBMITTED' },
    accepted: { status: 'SENT', subStatus: 'SUBMITTED', isAccepted: true },
    COMPLETED: { status: 'SENT', subStatus: 'COMPLETED' },
    FAILED: { status: 'FAILED', subStatus: 'FAILED' },
    CANCELLED: { status: 'CANCELLED', subStatus: 'CANCELLED' },
  };
  const refusals: Record<string, string> = {
    illegal: 'illegal_transition',
    unknown: 'not_found',
    in_progress: 'step_in_progress',
  };
  /** The ledger accepts everything. */
  const withLedger = (state: State) => {
    const relatedEntity = { id: 'pmt_1' };
    const posted = [
      ...fundsTaken(state, { ...dispatch, conversionId: null }),
      ...fundsReturned(state, { transferId: returnOf('pmt_1'), relatedEntity }),
    ];
    return posted.reduce(payment.evolve, state);
  };

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
      return withLedger(commands[command]!(before).reduce(payment.evolve, before));
    };
    if (refusals[expected])
      expect(act).toThrow(expect.objectContaining({ code: refusals[expected] }) as Error);
    else {
      expect(act()).toMatchObject(positions[expected]!);
      expect(outcomeOf(act())).toBe('done');
    }
  });
  test('the table covers every status and command', () => {
    expect(rows.map(([from]) => from)).toEqual(Object.keys(histories));
    expect(header.slice(1)).toEqual(Object.keys(commands));
    expect(cells).toHaveLength(rows.length * (header.length - 1));
  });
});

test('the payment of an instruction is created, authorised and sent at once, and only once', () => {
  given(payment).when(pay, { terms, fee: null, dispatch }).then(created, authorised, sent);
  given(payment, created, authorised, sent).when(pay, { terms, fee: null, dispatch }).then();
});

describe('sending', () => {
  const ready = [created, authorised];
  const relatedEntity = { id: 'pmt_1' };
  const declined = { transferId: 'pmt_1', relatedEntity, reason: 'insufficient_funds' as const };

  test('requests the funds with a fixed beneficiary, and completes when they are taken', () => {
    given(payment, ...ready)
      .when(send, { beneficiary: german, policy })
      .then(fundsRequested);
    given(payment, ...ready, fundsRequested)
      .when(fundsTaken, dispatch)
      .then(sent);
    given(payment, ...ready, fundsRequested, sent)
      .when(fundsTaken, dispatch)
      .then();
    given(payment, ...ready)
      .when(fundsTaken, dispatch)
      .then();
  });
  test('is declined without funds, and can be retried', () => {
    const sendDeclined: Event = { type: 'send_declined', reason: 'insufficient_funds' };
    given(payment, ...ready, fundsRequested)
      .when(transferDeclined, declined)
      .then(sendDeclined);
    given(payment, ...ready)
      .when(transferDeclined, declined)
      .then();
    const after = fold(payment, [...ready, fundsRequested, sendDeclined]);
    expect(outcomeOf(after)).toMatchObject({ code: 'insufficient_funds' });
    expect(outcomeOf(fold(payment, [...ready, fundsRequested, sendDeclined, fundsRequested]))).toBe(
      'pending',
    );
  });
  test('in PRODUCTION asks first whether the money can leave, each time under another id', () => {
    const grant = (number: number) => ({ coverId: `pmt_1/cover/${number}`, paymentId: 'pmt_1' });
    const asked = (number: number): Event => ({
      ...{ type: 'cover_requested', ...grant(number), amount: terms.amount, beneficiary: german },
    });
    const covering = { needed: money('EUR', 2n), payable: money('EUR', 1n) };
    const notCovered: Event = { type: 'send_declined', reason: 'exposure_limit_exceeded', covering };
    const order = { beneficiary: german, policy, coverFor: 'pmt_1' };
    given(payment, ...ready)
      .when(send, order)
      .then(asked(1));
    given(payment, ...ready, asked(1))
      .when((state: State) => coverGranted(state, grant(1), german))
      .then(fundsRequested);
    given(payment, ...ready, asked(1))
      .when(coverDeclined, { ...grant(1), ...covering })
      .then(notCovered);
    given(payment, ...ready, asked(1), notCovered)
      .when(send, order)
      .then(asked(2));
    for (const late of [[asked(1), fundsRequested], [asked(1), notCovered, asked(2)], [fundsRequested]]) {
      given(payment, ...ready, ...late)
        .when((state: State) => coverGranted(state, grant(1), german))
        .then();
      given(payment, ...ready, ...late)
        .when(coverDeclined, { ...grant(1), ...covering })
        .then();
    }
    given(payment, ...ready, asked(1), fundsRequested)
      .when(transferDeclined, declined)
      .then({ type: 'send_declined', reason: 'insufficient_funds', released: grant(1) });
  });
  test('is refused for an unreachable beneficiary', () => {
    const inDollars = { ...german, bankAccount: { ...german.bankAccount, ccyCode: 'USD' } };
    for (const beneficiary of [inDollars, archived, null])
      given(payment, ...ready)
        .when(send, { beneficiary, policy })
        .refuses('beneficiary_not_usable');
  });
  test('fails by itself if the beneficiary is archived, and only then', () => {
    const failed: Event = {
      type: 'failed',
      reason: 'The beneficiary is archived.',
      returned: null,
      conversionId: null,
    };
    given(payment, ...ready)
      .when(sendOrFail, { beneficiary: archived, policy, isDue: true })
      .then(failed);
    given(payment, ...ready)
      .when(sendOrFail, { beneficiary: german, policy, isDue: true })
      .then(fundsRequested);
  });
});

describe('failing', () => {
  const onItsWay = [created, authorised, sent];
  const relatedEntity = { id: 'pmt_1' };
  const back = { transferId: 'pmt_1/return', relatedEntity };
  const outbound = { transferId: 'pmt_1', relatedEntity };

  test('before it was sent returns nothing, because nothing was deducted', () => {
    given(payment, created, authorised)
      .when(fail, { reason, deduction: money('EUR', 1n) })
      .then({ type: 'failed', reason, returned: null, conversionId: null });
  });
  test('after it was sent requests the return, and completes when the return is posted', () => {
    given(payment, ...onItsWay)
      .when(fail, { reason, deduction: returning.deduction })
      .then(returnRequested);
    given(payment, ...onItsWay)
      .when(fail, { reason, deduction: null })
      .then({ type: 'return_requested', reason, returned: terms.amount, deduction: null, number: 1 });
    given(payment, ...onItsWay, returnRequested)
      .when(fundsReturned, back)
      .then(failed);
    given(payment, ...onItsWay, returnRequested, failed)
      .when(fundsReturned, back)
      .then();
  });
  test('is independent of the original transfer', () => {
    const reasoned = { ...outbound, reason: 'insufficient_funds' as const };
    given(payment, ...onItsWay, returnRequested)
      .when(fundsReturned, outbound)
      .then();
    given(payment, ...onItsWay, returnRequested)
      .when(transferDeclined, reasoned)
      .then();
    given(payment, created, authorised, fundsRequested)
      .when(transferDeclined, { ...reasoned, ...back })
      .then();
  });
  test('requires a deduction below the amount', () => {
    for (const minor of [1000_50n, 1000_51n])
      given(payment, ...onItsWay)
        .when(fail, { reason, deduction: money('EUR', minor) })
        .refuses('invalid_request');
    given(payment, ...onItsWay)
      .when(fail, { reason, deduction: money('EUR', 1000_49n) })
      .then({
        type: 'return_requested',
        reason,
        returned: money('EUR', 1n),
        deduction: money('EUR', 1000_49n),
        number: 1,
      });
  });
  test('is declined if the wallet cannot hold the amount', () => {
    given(payment, ...onItsWay, returnRequested)
      .when(transferDeclined, { ...back, reason: 'wallet_full' })
      .then({ type: 'return_declined', reason: 'wallet_full' });
  });
  test('completes when the funding conversion shows it', () => {
    const history = [...onItsWay, returnRequested, failed];
    expect(outcomeOf(fold(payment, history))).toBe('pending');
    given(payment, ...history)
      .when(failureNoted)
      .then({ type: 'failure_noted' });
    given(payment, ...history, { type: 'failure_noted' })
      .when(failureNoted)
      .then();
    expect(outcomeOf(fold(payment, [...history, { type: 'failure_noted' }]))).toBe('done');
  });
});

describe('compliance', () => {
  test('suspends it: automation neither sends it nor fails it', () => {
    for (const beneficiary of [german, archived])
      given(payment, created, authorised, suspended)
        .when(lifecycle.whenResting('send', sendOrFail, { beneficiary, policy, isDue: true }))
        .then();
  });
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
      executionDate: null,
      status: 'DRAFT',
      statusHistory: [
        { status: 'DRAFT', subStatus: 'NEW', statusReason: null, occurredOn: '2026-11-20T09:30:00.000' },
      ],
      failureReturnedAmount: null,
      swiftSubmission: null,
      linkedPaymentInstructionId: 'pi_1',
      ...{ metadata: 'order 12', authorisation: null },
      auditHistory: { version: 1, created: by(0), updated: by(0) },
    });
  });

  test("contains the client's reason and purpose, separate from the status reason", () => {
    expect(shown({ ...created, reason: 'Rent', purposeCode: 'RENT' })).toMatchObject({
      reason: 'Rent',
      purposeCode: 'RENT',
      statusHistory: [{ statusReason: null }],
    });
  });

  test('changes only with the status', () => {
    const before = shown(created, authorised);
    const inFlight: Event[] = [fundsRequested, { type: 'send_declined', reason: 'insufficient_funds' }];
    expect(shown(created, authorised, ...inFlight)).toEqual(before);
    const after = shown(created, authorised, sent, failed);
    expect(shown(created, authorised, sent, failed, { type: 'failure_noted' })).toEqual(after);
  });

  test('contains the beneficiary as of the payment', () => {
    const snapshot = { ...dispatch.snapshot, displayName: 'Anna Weber' };
    expect(shown(created, authorised, { ...sent, snapshot })).toMatchObject({
      beneficiary: { id: german.id, displayName: 'Anna Weber' },
      beneficiarySnapshot: { id: 'bss_1', displayName: 'Anna Weber' },
    });
  });

  test('a moved message changes the record, and not its history', () => {
    const before = shown(created, authorised, sent);
    const after = shown(created, authorised, sent, { type: 'swift_moved', status: 'PENDING' });
    expect(after.swiftSubmission).toEqual({ ...before.swiftSubmission, status: 'PENDING' });
    expect([after.statusHistory, after.auditHistory.version]).toEqual([before.statusHistory, 4]);
  });

  test('a message in transit is delivered when the bank has credited the account', () => {
    const swiftSubmission = { ...dispatch.swiftSubmission!, status: 'PROCESSING' as const };
    const row = shown(created, authorised, { ...sent, swiftSubmission }, completed);
    expect(row.swiftSubmission?.status).toBe('SUCCESS');
  });

  test('of a sent payment, then confirmed, then returned', () => {
    const row = shown(created, authorised, sent, completed, failed);
    expect(row).toMatchObject({
      beneficiarySnapshot: { id: 'bss_1', displayName: 'Anna Schmidt', bankAccount: null },
      swiftSubmission: { ...dispatch.swiftSubmission, status: 'FAILED' },
      transferredOn: '2026-11-20T09:32:00.000',
      executionDate: null,
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

  test('of one that awaited its authorisation and was suspended, with the reason', () => {
    const history: Event[] = [
      { type: 'authorisation_required' },
      authorised,
      suspended,
      { type: 'released' },
    ];
    const row = shown(created, ...history);
    expect([row.status, row.auditHistory.version]).toEqual(['READY_TO_SEND', 5]);
    expect(
      row.statusHistory.map(({ status, subStatus, statusReason }) => [status, subStatus, statusReason]),
    ).toEqual([
      ['DRAFT', 'NEW', null],
      ['DRAFT', 'AWAITING_AUTHORISATION', null],
      ['READY_TO_SEND', 'AUTHORISED', null],
      ['READY_TO_SEND', 'SUSPENDED', reason],
      ['READY_TO_SEND', 'AUTHORISED', null],
    ]);
  });

  test('the snapshot is stored only when the payment is sent', async () => {
    const written: unknown[][] = [];
    const sql = { write: (_: string, values: readonly unknown[] = []) => written.push([...values]) };
    await keepSnapshot(sql as never, [created, authorised, sent, completed].map(recorded), new Map());
    expect(written).toHaveLength(1);
    const [ids, clientIds, createdOn, [data]] = written[0] as string[][] as [
      string[],
      string[],
      string[],
      [string],
    ];
    expect([ids, clientIds, createdOn]).toEqual([
      ['bss_1'],
      [testCaller.client.id],
      ['2026-11-20T09:32:00.000'],
    ]);
    expect(JSON.parse(data)).toEqual({
      ...german,
      id: 'bss_1',
      isSnapshot: true,
      auditHistory: { version: 1, created: by(2), updated: by(2) },
    });
  });
});
