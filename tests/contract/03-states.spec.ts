import type { Api, Reply } from '../support/api.js';
import { type Step, createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { type PaymentStep, createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { read } from '../support/records.js';
import { createSubscription } from '../support/subscription.js';
import { fundedClient } from '../support/system.js';

/** interface-spec 3: every status of a record, and the transition by each operation. A dash is 409 without a change. */

let api: Api;
let beneficiaryId: string;
beforeAll(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 100_000, EUR: 100_000 }));
});

/** `from op op op` lines under a line of operations. */
function table(text: string): [string, Record<string, string>][] {
  const [head = '', ...lines] = text.trim().split('\n');
  const operations = head.trim().split(/\s+/).slice(1);
  return lines.map((line) => {
    const [from = '', ...to] = line.trim().split(/\s+/);
    return [from, Object.fromEntries(operations.map((operation, i) => [operation, to[i] ?? '']))];
  });
}

/** The result of each operation on a record in one status, each tested on a separate record. */
async function outcomes(
  expected: Record<string, string>,
  path: string,
  create: () => Promise<string>,
  operate: (id: string, operation: string) => Promise<Reply>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const operation of Object.keys(expected)) {
    const id = await create();
    const before = await read(api, `${path}/${id}`);
    const reply = await operate(id, operation);
    const after = await read(api, `${path}/${id}`);
    seen[operation] =
      reply.status === 200 ? (after.status as string) : reply.status === 409 ? '-' : reply.text;
    if (reply.status === 409) expect(after).toEqual(before);
    if (reply.status === 200) expect(reply.body.data).toMatchObject({ id, status: after.status });
  }
  return seen;
}

describe('3.1 a payment instruction', () => {
  const steps: Record<string, readonly Step[]> = {
    PENDING: [],
    ACKNOWLEDGED: ['acknowledge'],
    FILLED: ['acknowledge', 'fill'],
    SENT: ['acknowledge', 'fill', 'send'],
    REJECTED: ['reject'],
    FAILED: ['fail'],
  };
  const create = async (status: string): Promise<string> => {
    const id = await createAndMove(
      api,
      instructionFor(beneficiaryId, { amount: 1 }),
      ...(steps[status] ?? []),
    );
    if (status === 'CANCELLED') await api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'x' });
    return id;
  };

  it.each(
    table(`
    from          acknowledge   fill    send  reject    fail    cancel
    PENDING       ACKNOWLEDGED  -       -     REJECTED  FAILED  CANCELLED
    ACKNOWLEDGED  -             FILLED  -     REJECTED  FAILED  -
    FILLED        -             -       SENT  REJECTED  FAILED  -
    SENT          -             -       -     -         -       -
    CANCELLED     -             -       -     -         -       -
    REJECTED      -             -       -     -         -       -
    FAILED        -             -       -     -         -       -
  `),
  )('from %s', async (from, expected) =>
    expect(
      await outcomes(
        expected,
        'payment-instructions',
        () => create(from),
        (id, operation) =>
          operation === 'cancel'
            ? api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'x' })
            : simulate(api, id, operation as Step),
      ),
    ).toEqual(expected),
  );

  it.each<[string, (record: any) => unknown, unknown]>([
    [
      'PENDING',
      ({ indicativePrice, statusHistory }) => [indicativePrice !== null, statusHistory.length],
      [true, 1],
    ],
    [
      'ACKNOWLEDGED',
      ({ actualPrice, linkedConversionId }) => [actualPrice, linkedConversionId],
      [null, null],
    ],
    [
      'FILLED',
      ({ actualPrice, linkedConversionId, linkedPaymentId }) => [
        actualPrice !== null,
        /^con_/.test(linkedConversionId as string),
        linkedPaymentId,
      ],
      [true, true, null],
    ],
    ['SENT', ({ linkedPaymentId }) => /^pmt_/.test(linkedPaymentId as string), true],
    ['CANCELLED', ({ statusHistory }) => statusHistory.at(-1).statusReason, 'x'],
  ])('that is %s has what comes with it', async (status, of, expected) =>
    expect(of(await read(api, `payment-instructions/${await create(status)}`))).toEqual(expected),
  );
});

describe('3.2 a payment', () => {
  const steps: Record<string, readonly PaymentStep[]> = {
    DRAFT: [],
    READY_TO_SEND: ['authorise'],
    SENT: ['authorise', 'send'],
    FAILED: ['authorise', 'fail'],
  };
  const cancel = (id: string) => api.post(`/v1/payments/${id}/cancel`, { reason: 'x' });
  const create = async (status: string): Promise<string> => {
    const body = paymentFor(beneficiaryId, { amount: { ccyCode: 'EUR', value: 1 } });
    const id = await createAndMovePayment(api, body, ...(steps[status] ?? []));
    if (status === 'CANCELLED') await cancel(id);
    return id;
  };

  it.each(
    table(`
    from           authorise      send  complete  fail    cancel
    DRAFT          READY_TO_SEND  -     -         -       CANCELLED
    READY_TO_SEND  -              SENT  -         FAILED  -
    SENT           -              -     SENT      FAILED  -
    FAILED         -              -     -         -       -
    CANCELLED      -              -     -         -       -
  `),
  )('from %s', async (from, expected) =>
    expect(
      await outcomes(
        expected,
        'payments',
        () => create(from),
        (id, operation) =>
          operation === 'cancel' ? cancel(id) : simulatePayment(api, id, operation as PaymentStep),
      ),
    ).toEqual(expected),
  );
});

describe('3.3 a conversion', () => {
  it('is BOOKED, and EXCHANGED once its wallet has paid', async () => {
    const body = instructionFor(beneficiaryId, { amount: 1 });
    const id = await createAndMove(api, body, 'acknowledge', 'fill');
    const { linkedConversionId } = await read(api, `payment-instructions/${id}`);
    const status = async () => (await read(api, `conversions/${linkedConversionId}`)).status as string;
    expect(await status()).toBe('BOOKED');
    await simulate(api, id, 'send');
    expect(await status()).toBe('EXCHANGED');
  });

  it('stays BOOKED if its instruction is terminated', async () => {
    const id = await createAndMove(
      api,
      instructionFor(beneficiaryId, { amount: 1 }),
      'acknowledge',
      'fill',
      'fail',
    );
    const { linkedConversionId } = await read(api, `payment-instructions/${id}`);
    expect((await read(api, `conversions/${linkedConversionId}`)).status).toBe('BOOKED');
  });
});

describe('3.4 inbound funds', () => {
  const arrive = async (outcome: string): Promise<string> =>
    (await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1, outcome })).body.data
      .id as string;
  const outcomeOf: Record<string, string> = { PENDING: 'PENDING', CREDITED: 'CREDIT', REJECTED: 'REJECT' };

  it.each(
    table(`
    from      credit    reject
    PENDING   CREDITED  REJECTED
    CREDITED  -         -
    REJECTED  -         -
  `),
  )('from %s', async (from, expected) =>
    expect(
      await outcomes(
        expected,
        'inbound-funds',
        () => arrive(outcomeOf[from] ?? ''),
        (id, operation) => api.post(`/v1/simulators/inbound-funds/${id}/${operation}`),
      ),
    ).toEqual(expected),
  );

  it('that are PENDING are part of the pending balance of their wallet only', async () => {
    const balances = async () => {
      const { balance, pendingBalance } = await read(api, 'wallets/GBP');
      return [balance.value, pendingBalance.value] as [number, number];
    };
    const [balance, pending] = await balances();
    const [credited, rejected] = [await arrive('PENDING'), await arrive('PENDING')];
    expect(await balances()).toEqual([balance, pending + 2]);
    await api.post(`/v1/simulators/inbound-funds/${credited}/credit`);
    expect(await balances()).toEqual([balance + 1, pending + 1]);
    await api.post(`/v1/simulators/inbound-funds/${rejected}/reject`);
    expect(await balances()).toEqual([balance + 1, pending]);
    await arrive('REJECT');
    expect(await balances()).toEqual([balance + 1, pending]);
  });
});

describe('3.4 the transaction of inbound funds', () => {
  const simulate = async (id: string, outcome: 'credit' | 'reject') =>
    (await api.post(`/v1/simulators/inbound-funds/${id}/${outcome}`)).body.data.status as string;
  const arrive = async (amount: number) =>
    (await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount, outcome: 'PENDING' }))
      .body.data.id as string;
  const of = (id: string) =>
    read(api, `wallets/GBP/transactions?q=${encodeURIComponent(`relatedEntity.id == "${id}"`)}`);

  it('is PENDING with the balance without it, then COMPLETED with the one after it, on top of those before', async () => {
    const { balance } = await read(api, 'wallets/GBP');
    const [id, later] = [await arrive(7), await arrive(2)];
    const [pending] = await of(id);
    expect(pending).toMatchObject({ status: 'PENDING', balance, completedOn: null });
    expect(pending.signedAmount.value).toBe(7);
    expect([await simulate(later, 'credit'), await simulate(id, 'credit')]).toEqual(['CREDITED', 'CREDITED']);
    const [top, next] = await read(api, 'wallets/GBP/transactions');
    expect([top.id, top.status, top.createdOn]).toEqual([pending.id, 'COMPLETED', pending.createdOn]);
    expect([next.balance.value, top.balance.value]).toEqual([balance.value + 2, balance.value + 9]);
    expect(await read(api, `transactions/${pending.id}`)).toEqual(top);
  });

  it('is gone when they are rejected', async () => {
    const id = await arrive(7);
    const [pending] = await of(id);
    expect(await simulate(id, 'reject')).toBe('REJECTED');
    expect(await of(id)).toEqual([]);
    expect((await api.get(`/v1/transactions/${pending.id}`)).status).toBe(404);
  });
});

describe('3.5 a webhook subscription', () => {
  const steps: Record<string, readonly string[]> = {
    ACTIVE: [],
    PAUSED: ['pause'],
    UNSUBSCRIBED: ['unsubscribe'],
  };
  /** The status has no separate field: it follows from these two. */
  const stateOf = ({ isActive, unsubscribedOn }: { isActive: boolean; unsubscribedOn: string | null }) =>
    isActive ? 'ACTIVE' : unsubscribedOn === null ? 'PAUSED' : 'UNSUBSCRIBED';

  it.each(
    table(`
    from          pause   resume  rotate-secret  ping    unsubscribe
    ACTIVE        PAUSED  ACTIVE  -              ACTIVE  UNSUBSCRIBED
    PAUSED        PAUSED  ACTIVE  PAUSED         PAUSED  UNSUBSCRIBED
    UNSUBSCRIBED  -       -       -              -       -
  `),
  )('from %s', async (from, expected) => {
    const seen: Record<string, string> = {};
    for (const operation of Object.keys(expected)) {
      const id = await createSubscription(api, {}, ...(steps[from] ?? []));
      const before = await read(api, `webhook-subscriptions/${id}`);
      const { status, text } = await api.post(`/v1/webhook-subscriptions/${id}/${operation}`);
      const after = await read(api, `webhook-subscriptions/${id}`);
      seen[operation] = status === 200 ? stateOf(after) : status === 409 ? '-' : text;
      if (status === 409) expect(after).toEqual(before);
    }
    expect(seen).toEqual(expected);
  });

  it('gets a new secret by rotation, and does not show either again', async () => {
    const created = await api.post('/v1/webhook-subscriptions', {
      targetUrl: 'http://127.0.0.1:9/',
      events: ['ping'],
    });
    const { id, signingSecret } = created.body.data;
    await api.post(`/v1/webhook-subscriptions/${id}/pause`);
    const rotated = await api.post(`/v1/webhook-subscriptions/${id}/rotate-secret`);
    expect(rotated.body.data.signingSecret).not.toBe(signingSecret);
    expect(await read(api, `webhook-subscriptions/${id}`)).not.toHaveProperty('signingSecret');
  });
});

describe('3.6 a beneficiary', () => {
  it('is ACTIVE until it is archived permanently', async () => {
    const body = (await read(api, 'beneficiaries'))[0];
    const { beneficiaryType, company, address, bankAccount } = body;
    const { supportedPaymentTypes: _, ...account } = bankAccount;
    const created = await api.post('/v1/beneficiaries', {
      beneficiaryType,
      company,
      address,
      bankAccount: account,
    });
    const { id, status } = created.body.data;
    const archive = () => api.post(`/v1/beneficiaries/${id}/archive`);
    expect([status, (await archive()).body.data.status, (await archive()).status]).toEqual([
      'ACTIVE',
      'ARCHIVED',
      409,
    ]);
  });
});
