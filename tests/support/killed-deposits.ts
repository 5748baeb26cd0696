import { until } from '@corridor/testing';
import type { Api } from './api.js';
import { createWithDeposit } from './conversion.js';
import { type Reachable, accepted, held, repeatable } from './held-row.js';
import { fundedClient } from './system.js';

/** A composition that can be killed. */
interface Mortal extends Omit<Reachable, 'operator'> {
  readonly operator: () => Api;
  /** Rows of a statement in the database of conversions. */
  readonly conversions: (text: string) => Promise<readonly object[]>;
  /** Ends all processes of the services by SIGKILL. */
  readonly kill: () => Promise<unknown>;
  readonly start: () => Promise<unknown>;
}

const EACH = 3;
const DEPOSIT = 10;
const SOLD = 50;
const CREDITED = 1_000;

/**
 * Killed after conversions has requested the transfers, and before the ledger has posted one of them, because the client's row
 * there is held: deposits that are paid, and come back with an exchange or a cancellation. Each request has its effect once.
 */
export async function killedDeposits({
  operator,
  ledgerUrl,
  conversions,
  kill,
  start,
}: Mortal): Promise<void> {
  const { api, clientId } = await fundedClient({ GBP: CREDITED, EUR: 0 }, operator());
  const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
  const several = () =>
    Promise.all(
      Array.from({ length: EACH }, () => createWithDeposit(api, { fixedSide: 'SELL', amount: SOLD })),
    );
  const [toPay, toExchange, toCancel] = [await several(), await several(), await several()];
  const command = (path: string, body?: object) => repeatable((key) => api.post(path, body, { key }));
  const pay = (id: string) => command(`/v1/conversions/${id}/pay-deposit`);
  for (const id of [...toExchange, ...toCancel]) await accepted(pay(id));
  expect((await view('wallets/GBP')).balance.value).toBe(CREDITED - 2 * EACH * DEPOSIT);

  const commands = [
    ...toPay.map(pay),
    ...toExchange.map((id) => command(`/v1/simulators/conversions/${id}/exchange`)),
    ...toCancel.map((id) => command(`/v1/conversions/${id}/cancel`, { reason: 'never mind' })),
  ];
  const release = await held(ledgerUrl, clientId);
  const sent = commands.map((send) => send().catch(() => null));
  try {
    const all = [...toPay, ...toExchange, ...toCancel].map((id) => `'${id}'`).join();
    const underWay = `SELECT FROM streams WHERE stream_id IN (${all}) AND state ->> 'step' IS NOT NULL`;
    await until(async () => (await conversions(underWay)).length === commands.length);
    await kill();
  } finally {
    await release();
  }
  await Promise.all([start(), ...sent]);
  const done = await Promise.all(commands.map(accepted));
  const again = await Promise.all(commands.map(async (send) => (await send()).text));
  expect(again).toEqual(done.map(({ text }) => text));

  const expected = [
    [toPay, 'BOOKED', ['CONVERSION_DEPOSIT']],
    [toExchange, 'EXCHANGED', ['CONVERSION', 'CONVERSION', 'CONVERSION_DEPOSIT', 'DEPOSIT_REFUND']],
    [toCancel, 'CANCELLED', ['CONVERSION_DEPOSIT', 'DEPOSIT_REFUND']],
  ] as const;
  for (const [ids, status, actions] of expected)
    for (const id of ids) {
      const conversion = await view(`conversions/${id}`);
      expect([conversion.status, conversion.deposit.status]).toEqual([status, 'DEPOSIT_RECEIVED']);
      const moved = await view(`transactions?q=${encodeURIComponent(`relatedEntity.id == "${id}"`)}`);
      expect(moved.map((one: any) => one.triggeredByAction).sort()).toEqual(actions);
    }
  expect((await view('wallets/GBP')).balance.value).toBe(CREDITED - EACH * (DEPOSIT + SOLD));
}
