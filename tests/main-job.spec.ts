import { createAndMove, instructionFor, simulate } from './support/instruction.js';
import { fundedClient, type newClient } from './support/system.js';

const wallet = async (api: Awaited<ReturnType<typeof newClient>>['api'], ccy: string) =>
  (await api.get(`/v1/wallets/${ccy}`)).body.data;

/** The main job of an integrator: a payment instruction from creation to SENT. */
describe('a payment instruction', () => {
  it('sells pounds, buys euros and pays them out; every record exists when the simulator responds', async () => {
    const { api, beneficiaryId, clientId, name } = await fundedClient({ GBP: 1_000 });
    const created = await api.post(
      '/v1/payment-instructions',
      instructionFor(beneficiaryId, { metadata: 'order 7' }),
    );
    expect(created.status).toBe(200);
    const { id, indicativePrice } = created.body.data;
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^pi_[0-9A-Z]{26}$/),
      client: { id: clientId, name },
      beneficiary: {
        id: beneficiaryId,
        displayName: expect.any(String),
        bankCountryCode: 'DE',
        bankAccount: null,
      },
      sellCcyCode: 'GBP',
      buyCcyCode: 'EUR',
      fixedSide: 'BUY',
      amount: 100,
      paymentDate: expect.any(String),
      paymentType: 'REGULAR',
      chargeType: null,
      narrative: 'Invoice 42',
      metadata: 'order 7',
      indicativePrice: {
        ccyPair: 'EURGBP',
        rate: expect.any(Number),
        buyAmount: { ccyCode: 'EUR', value: 100 },
        sellAmount: { ccyCode: 'GBP', value: expect.any(Number) },
        notes: null,
      },
      actualPrice: null,
      fee: null,
      linkedPaymentId: null,
      linkedConversionId: null,
      status: 'PENDING',
      statusHistory: [],
      newPrice: null,
      authorisation: null,
      auditHistory: {
        version: 1,
        created: {
          by: { id: expect.stringMatching(/^cu_/), name: expect.any(String) },
          on: expect.any(String),
          withApiKey: expect.stringMatching(/^ak_/),
        },
        updated: expect.any(Object),
      },
    });

    const acknowledged = await simulate(api, id, 'acknowledge');
    expect(Object.keys(acknowledged.body.data)).toEqual(['id', 'status', 'statusHistory']);
    expect(acknowledged.body.data.status).toBe('ACKNOWLEDGED');

    const filled = await simulate(api, id, 'fill');
    expect(filled.body.data.status).toBe('FILLED');
    const afterFill = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    expect(afterFill.actualPrice).toEqual(indicativePrice);
    const booked = (await api.get(`/v1/conversions/${afterFill.linkedConversionId}`)).body.data;
    expect(booked).toMatchObject({
      status: 'BOOKED',
      linkedPaymentInstructionId: id,
      buyAmount: { ccyCode: 'EUR', value: 100 },
    });
    expect((await wallet(api, 'GBP')).balance.value).toBe(1_000);

    const sent = await simulate(api, id, 'send');
    expect(sent.body.data.status).toBe('SENT');
    expect(sent.body.data.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'ACKNOWLEDGED',
      'FILLED',
      'SENT',
    ]);

    const final = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    const payment = (await api.get(`/v1/payments/${final.linkedPaymentId}`)).body.data;
    expect(payment).toMatchObject({
      status: 'SENT',
      amount: { ccyCode: 'EUR', value: 100 },
      linkedPaymentInstructionId: id,
      swiftSubmission: null,
      reference: expect.stringMatching(/^PMT-\d{8}-[0-9A-Z]{6}$/),
    });
    expect(
      payment.statusHistory.map(({ status, subStatus }: Record<string, string>) => [status, subStatus]),
    ).toEqual([
      ['DRAFT', 'NEW'],
      ['READY_TO_SEND', 'AUTHORISED'],
      ['SENT', 'SUBMITTED'],
    ]);
    const snapshot = (await api.get(`/v1/beneficiary-snapshots/${payment.beneficiarySnapshot.id}`)).body.data;
    expect(snapshot).toMatchObject({ isSnapshot: true, bankAccount: { iban: 'DE89370400440532013000' } });

    const exchanged = (await api.get(`/v1/conversions/${final.linkedConversionId}`)).body.data;
    expect(exchanged.status).toBe('EXCHANGED');
    expect(exchanged.payments).toHaveLength(1);
    expect(exchanged.payments[0]).toMatchObject({ id: final.linkedPaymentId, status: 'SENT' });

    const spent = indicativePrice.sellAmount.value as number;
    expect((await wallet(api, 'GBP')).balance.value).toBeCloseTo(1_000 - spent, 2);
    expect((await wallet(api, 'EUR')).balance.value).toBe(0);
    const euros = (await api.get('/v1/wallets/EUR/transactions')).body.data;
    expect(
      euros.map((row: Record<string, unknown>) => [
        row.direction,
        row.triggeredByAction,
        (row.balance as { value: number }).value,
      ]),
    ).toEqual([
      ['DEBIT', 'PAYMENT', 0],
      ['CREDIT', 'CONVERSION', 100],
    ]);
  });

  it('within one currency exchanges nothing', async () => {
    const { api, beneficiaryId } = await fundedClient({ EUR: 50 });
    const body = instructionFor(beneficiaryId, { sellCcyCode: 'EUR', amount: 50 });
    const id = await createAndMove(api, body, 'acknowledge', 'fill', 'send');
    const final = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    expect(final).toMatchObject({ status: 'SENT', linkedConversionId: null, actualPrice: { rate: 1 } });
    expect((await api.get(`/v1/payments/${final.linkedPaymentId}`)).body.data.status).toBe('SENT');
    expect((await api.get('/v1/conversions')).body.meta.totalCount).toBe(0);
    expect((await wallet(api, 'EUR')).balance.value).toBe(0);
  });

  it('by SWIFT carries an MT103 with a UETR', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 });
    const body = instructionFor(beneficiaryId, { paymentType: 'PRIORITY', chargeType: 'SHARED' });
    const id = await createAndMove(api, body, 'acknowledge', 'fill', 'send');
    const { linkedPaymentId } = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    const { swiftSubmission } = (await api.get(`/v1/payments/${linkedPaymentId}`)).body.data;
    expect(swiftSubmission).toMatchObject({ format: 'MT103', status: 'SUCCESS' });
    expect(swiftSubmission.message).toMatch(/\{121:[0-9a-f-]{36}\}/);
  });

  it.each([
    ['same', { sellCcyCode: 'EUR', amount: 50 }],
    ['other', { amount: 50 }],
  ])('without funds stays FILLED and nothing changes, in the %s currency', async (_, more) => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1, EUR: 1 });
    const id = await createAndMove(api, instructionFor(beneficiaryId, more), 'acknowledge', 'fill');
    const before = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    const refused = await simulate(api, id, 'send', 'poor');
    expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
    const after = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
    expect({ ...after, auditHistory: null }).toEqual({ ...before, auditHistory: null });
    expect((await api.get('/v1/payments')).body.meta.totalCount).toBe(0);
    if (before.linkedConversionId) {
      expect((await api.get(`/v1/conversions/${before.linkedConversionId}`)).body.data.status).toBe('BOOKED');
    }
    await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1_000 });
    await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'EUR', amount: 1_000 });
    expect((await simulate(api, id, 'send', 'poor')).body.data.status).toBe('SENT'); // the key was released
  });

  it('holds the bought euros for its own payment, despite other payments from that wallet', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 10_000, EUR: 0 });
    const crossing = instructionFor(beneficiaryId, { amount: 100 });
    const grabbing = instructionFor(beneficiaryId, { sellCcyCode: 'EUR', amount: 100 });
    for (let round = 0; round < 5; round++) {
      const first = await createAndMove(api, crossing, 'acknowledge', 'fill');
      const others: string[] = [];
      for (let n = 0; n < 4; n++) others.push(await createAndMove(api, grabbing, 'acknowledge', 'fill'));
      const replies = await Promise.all([first, ...others].map((id) => simulate(api, id, 'send')));
      expect(replies.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422]);
    }
  });
});
