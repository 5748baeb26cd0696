import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@corridor/testing';
import type { Api } from './api.js';
import { createAndMove, instructionFor, simulate } from './instruction.js';
import { runIsDone, startRun } from './operations.js';
import { fundedClient } from './system.js';

/** A running composition in which a reaction can be made to fail. */
export interface Faulty {
  readonly operator: () => Api;
  /** Executes SQL in the database of conversions. */
  conversions(text: string): Promise<unknown>;
  /** Ends all processes of the services and starts them again. */
  restart(): Promise<void>;
}

/** The reaction of conversions to the ledger fails for one conversion, until it is removed. */
const planted = (conversionId: string) => `
  CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.stream_id = '${conversionId}' AND NEW.type = 'exchanged' THEN RAISE EXCEPTION 'a planted failure'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER planted BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION planted()`;
const removed = 'DROP TRIGGER planted ON events; DROP FUNCTION planted()';

/** One reaction that fails for one instruction, from its failure to what an operator does about it. */
export async function parkedInstruction({ operator, conversions, restart }: Faulty): Promise<void> {
  const { api, clientId, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  const filled = () =>
    createAndMove(
      api,
      instructionFor(beneficiaryId, { fixedSide: 'SELL', amount: 100 }),
      'acknowledge',
      'fill',
    );
  const instruction = async (id: string) => (await api.get(`/v1/payment-instructions/${id}`)).body.data;
  const balance = async (ccyCode: string): Promise<number> =>
    (await api.get(`/v1/wallets/${ccyCode}`)).body.data.balance.value;
  const parked = async () =>
    ((await operator().get('/operator/v1/parked-messages')).body.data as Record<string, unknown>[]).filter(
      (one) => one['clientId'] === clientId,
    );
  const redrive = () =>
    operator().post('/operator/v1/parked-messages/redrive', {
      service: 'conversions',
      source: 'ledger',
      streamId: clientId,
    });

  const [failing, other] = [await filled(), await filled()];
  const { linkedConversionId: conversionId } = await instruction(failing);
  await conversions(planted(conversionId));
  const key = randomUUID();
  const send = () => simulate(api, failing, 'send', key);
  const stepParked = { status: 409, body: { code: 'step_parked' } };

  // It is told at once, and so is every other command on it. The other instructions of the client are sent.
  expect(await send()).toMatchObject(stepParked);
  expect(await send()).toMatchObject(stepParked);
  expect(await simulate(api, failing, 'send')).toMatchObject(stepParked);
  expect(await simulate(api, failing, 'fail')).toMatchObject(stepParked);
  expect((await simulate(api, other, 'send')).body.data.status).toBe('SENT');
  await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');

  // Operators see what waits, and still do after a restart.
  const listed = {
    service: 'conversions',
    source: 'ledger',
    streamId: clientId,
    type: 'ledger.transfers_posted',
    recordId: conversionId,
    reason: expect.stringContaining('a planted failure'),
  };
  expect(await parked()).toEqual([expect.objectContaining(listed)]);
  const { body: letters } = await operator().get('/operator/v1/ops/dead-letters');
  const letter = { ...listed, cause: 'FAILED', attempts: expect.any(Number) };
  expect(letters.data.filter((one: { clientId: string }) => one.clientId === clientId)).toEqual([
    expect.objectContaining(letter),
  ]);
  const { body: whole } = await operator().get(`/operator/v1/ops/conversions/dead-letters/${clientId}`);
  expect(whole.data.messages).toEqual([
    expect.objectContaining({ ...letter, error: expect.stringContaining('    at ') }),
  ]);
  await until(async () => {
    const { body } = await operator().get(`/operator/v1/ops/trace/${conversionId}`);
    const messages = (body.data?.messages ?? []) as {
      type: string;
      isPublished: boolean;
      takenBy: object[];
    }[];
    const waits = { service: 'conversions', waits: 'FAILED' };
    return messages.some(
      ({ type, isPublished, takenBy }) =>
        type === listed.type && isPublished && takenBy.some((one) => isDeepStrictEqual(one, waits)),
    );
  });
  const retry = () =>
    operator().post('/operator/v1/ops/conversions/dead-letters/retry', { streamId: clientId, dryRun: false });
  await restart();
  expect(await parked()).toEqual([expect.objectContaining(listed)]);
  expect(await send()).toMatchObject(stepParked);
  expect((await redrive()).status).toBe(200); // it fails again, and nothing is lost
  expect((await instruction(failing)).status).toBe('FILLED');

  // When the cause is removed, two operators at once have one effect.
  const before = { GBP: await balance('GBP'), EUR: await balance('EUR') };
  await conversions(removed);
  expect((await Promise.all([redrive(), retry()])).map(({ status }) => status)).toEqual([200, 200]);
  while ((await parked()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await redrive()).status).toBe(200); // nothing is left to do
  let sent = await send();
  // Each service hears of it by itself; until then a repetition gets the problem again.
  while (sent.body.code === 'step_parked') sent = await send();
  expect(sent).toMatchObject({ status: 200, body: { data: { status: 'SENT' } } });
  expect((await instruction(failing)).statusHistory.map((one: { status: string }) => one.status)).toEqual([
    'PENDING',
    'ACKNOWLEDGED',
    'FILLED',
    'SENT',
  ]);
  expect((await api.get(`/v1/conversions/${conversionId}`)).body.data).toMatchObject({
    status: 'EXCHANGED',
    payments: [expect.objectContaining({ status: 'SENT' })],
  });
  expect({ GBP: await balance('GBP'), EUR: await balance('EUR') }).toEqual(before);
  const movements = (await api.get('/v1/transactions?limit=100')).body.data as {
    relatedEntity: { id: string };
  }[];
  expect(movements.filter(({ relatedEntity }) => relatedEntity.id === conversionId)).toHaveLength(2);

  const verifying = await startRun(operator(), 'ledger', 'verify');
  const { result } = await runIsDone(operator(), 'ledger', verifying);
  expect(result).toBe('OK: the ledger is what its log says');
}
