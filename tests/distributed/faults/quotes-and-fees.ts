import { until } from '@corridor/testing';
import { conversionFor } from '../../support/conversion.js';
import { instructionFor } from '../../support/instruction.js';
import { paymentFor } from '../../support/payment.js';
import type { ServiceName } from '../../support/composition/composition.js';
import { violations } from '../../support/composition/invariants.js';
import { type PatientClient, patientClient } from '../../support/composition/patient-client.js';
import { settled } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

let client: PatientClient;

/** A service is killed when another one, or itself, has got that far. */
type Moment = readonly [killed: ServiceName, when: string, isThere: (id: string) => Promise<boolean>];

const stored =
  (service: ServiceName, statement: string) =>
  async (id: string): Promise<boolean> =>
    (await databases.query(service, statement, [id])).length > 0;

const isAsked = stored(
  'payments',
  `SELECT FROM events WHERE type = 'quote_requested' AND data ->> 'quoteId' = $1`,
);
const isUsed = stored('conversions', `SELECT FROM events WHERE type = 'used' AND stream_id = $1`);
const areRequested = stored(
  'payments',
  `SELECT FROM events WHERE type = 'funds_requested' AND stream_id = $1`,
);
const isTaken = stored('ledger', `SELECT FROM posting WHERE transfer_id = $1 || '/fee'`);

const USES: readonly Moment[] = [
  ['payments', 'it has asked for the quote', isAsked],
  ['conversions', 'payments has asked for the quote', isAsked],
  ['payments', 'conversions has used the quote', isUsed],
  ['conversions', 'it has used the quote', isUsed],
];

const SENDS: readonly Moment[] = [
  ['payments', 'it has requested the funds', areRequested],
  ['ledger', 'payments has requested the funds', areRequested],
  ['payments', 'the ledger has taken the fee', isTaken],
  ['ledger', 'it has taken the fee', isTaken],
];

describe('quotes and fees', () => {
  beforeAll(async () => {
    client = await patientClient(composition.url, 'QUOTES');
    for (const ccyCode of ['GBP', 'EUR']) {
      await client.command('/v1/wallets', { ccyCode });
      await client.command('/v1/simulators/inbound-funds/credit', { ccyCode, amount: 10_000 });
    }
  });

  it.each(USES)('a quote is used once: %s is killed when %s', async (killed, _, isThere) => {
    const quoteId = (await client.command('/v1/quotes', conversionFor())).body.data.id as string;
    const body = instructionFor(client.beneficiaryId, { quoteId });
    const { id } = await interrupted('/v1/payment-instructions', body, killed, () => isThere(quoteId));
    const quote = await client.read(`/v1/quotes/${quoteId}`);
    expect([quote.status, quote.linkedPaymentInstructionId]).toEqual(['USED', id]);
    const made = await databases.query(
      'payments',
      `SELECT id FROM payment_instruction WHERE data ->> 'id' = $1`,
      [id],
    );
    expect(made).toHaveLength(1);
  });

  it.each(SENDS)('a fee is taken once: %s is killed when %s', async (killed, _, isThere) => {
    const created = await client.command('/v1/payments', paymentFor(client.beneficiaryId));
    const path = `/v1/simulators/payments/${created.body.data.id}`;
    await client.command(`${path}/set-fee`, { fee: { ccyCode: 'GBP', value: 1.5 } });
    await client.command(`${path}/authorise`);
    const { id, status } = await interrupted(`${path}/send`, undefined, killed, () =>
      isThere(created.body.data.id as string),
    );
    expect(status).toBe('SENT');
    const postings = await databases.query(
      'ledger',
      `SELECT sum(amount_minor)::int AS sum, count(*)::int FROM posting WHERE transfer_id = $1`,
      [`${id}/fee`],
    );
    expect(postings).toEqual([{ sum: 0, count: 2 }]);
  });

  test('finally all invariants hold', async () => {
    await settled(composition, databases);
    expect(await violations(databases, acknowledged)).toEqual({});
    expect(composition.endedUnexpectedly).toEqual([]);
  });
});

/** The request is repeated with its key until there is a response. @returns the record */
async function interrupted(
  path: string,
  body: object | undefined,
  killed: ServiceName,
  isThere: () => Promise<boolean>,
): Promise<{ id: string; status: string }> {
  const key = `interrupted ${Math.random()}`;
  const first = client.once(path, body, key).catch(() => null);
  await until(isThere);
  await composition.kill9(killed);
  await first;
  await composition.restart(killed);
  const { data } = (await client.command(path, body, key)).body;
  acknowledged.set(data.id, data.status);
  return data;
}
