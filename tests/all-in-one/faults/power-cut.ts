import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Api, type Reply } from '../../support/api.js';
import { instructionFor } from '../../support/instruction.js';
import { fundedClient } from '../../support/system.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

const OPENING = 1_000_000;
const WORKERS = 6;
const STEPS = ['acknowledge', 'fill', 'send'] as const;

/** A request with its own idempotency key; `reply` is null if there was none. */
interface Attempt {
  readonly path: string;
  readonly body: object | undefined;
  readonly key: string;
  reply: Reply | null;
}

/**
 * The process is killed twice under load, like in a power failure, and restarted each time: acknowledged requests have
 * taken effect and return the same response when repeated; other requests have taken effect at most once.
 */
describe('a power cut', () => {
  let api: Api;
  let beneficiaryId: string;
  const attempts: Attempt[] = [];
  beforeAll(async () => {
    const operator = new Api(program.url, DEMO_STAFF);
    ({ api, beneficiaryId } = await fundedClient({ GBP: OPENING }, operator));
  });

  const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
  /** Until there is a final response, as an integration does: a busy machine may be too slow for a step. */
  async function send({ path, body, key }: Pick<Attempt, 'path' | 'body' | 'key'>): Promise<Reply> {
    for (;;) {
      const reply = await api.post(path, body, { key });
      if (reply.status !== 503) return reply;
      await sleep(200);
    }
  }

  async function attempt(path: string, body?: object): Promise<Reply> {
    const made: Attempt = { path, body, key: randomUUID(), reply: null };
    attempts.push(made);
    made.reply = await send(made);
    return made.reply;
  }

  /** Creates instructions and advances them to SENT, one after the other, until there is no response. */
  async function work(): Promise<never> {
    for (;;) {
      const created = await attempt(
        '/v1/payment-instructions',
        instructionFor(beneficiaryId, { amount: 10 }),
      );
      for (const step of STEPS) await attempt(stepOf(created.body.data.id as string, step), bodyOf(step));
    }
  }

  it('loses nothing that was acknowledged', async () => {
    for (const cut of [1, 2]) {
      const workers = Array.from({ length: WORKERS }, () => work().catch(() => undefined));
      const enough = attempts.length + 120 * cut;
      while (attempts.length < enough) await sleep(5);
      await program.end('SIGKILL');
      await Promise.all(workers);
      await program.start();
    }
    const [acknowledged, unacknowledged] = [
      attempts.filter(({ reply }) => reply),
      attempts.filter(({ reply }) => !reply),
    ];
    expect(unacknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter(({ reply }) => reply?.status !== 200).map(({ reply }) => reply?.text)).toEqual(
      [],
    );

    for (const { reply, ...made } of acknowledged) {
      const again = await send(made);
      expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', reply?.text]);
    }
    for (const made of unacknowledged) {
      const reply = await send(made);
      expect([made.path, reply.status]).toEqual([made.path, 200]);
      expect((await send(made)).text).toBe(reply.text);
    }
  });

  it('leaves every instruction in a state from which it can continue, and each is paid once', async () => {
    const instructions = await view('payment-instructions?limit=1000');
    const created = attempts.filter(({ path }) => path === '/v1/payment-instructions');
    expect(instructions).toHaveLength(created.length);
    for (const { id, status } of instructions) {
      const done = ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'SENT'].indexOf(status as string);
      for (const step of STEPS.slice(done)) {
        const moved = await send({ path: stepOf(id as string, step), body: bodyOf(step), key: randomUUID() });
        expect([step, moved.status]).toEqual([step, 200]);
      }
    }
    const payments = await view('payments?limit=1000');
    const paid = payments.map(
      (one: { linkedPaymentInstructionId: string }) => one.linkedPaymentInstructionId,
    );
    expect([...paid].sort()).toEqual(instructions.map(({ id }: { id: string }) => id).sort());
    expect(payments.every(({ status }: { status: string }) => status === 'SENT')).toBe(true);
  });

  it('leaves balanced ledgers', async () => {
    const pence = (value: number) => Math.round(value * 100);
    const sold: number[] = (await view('conversions?limit=1000')).map(
      ({ sellAmount }: { sellAmount: { value: number } }) => pence(sellAmount.value),
    );
    const balances = Object.fromEntries(
      (await view('wallets')).map(({ balance }: { balance: { ccyCode: string; value: number } }) => [
        balance.ccyCode,
        pence(balance.value),
      ]),
    );
    expect(balances).toEqual({ GBP: OPENING * 100 - sold.reduce((sum, one) => sum + one, 0), EUR: 0 });

    for (const ccyCode of ['GBP', 'EUR']) {
      const rows = (await view(`wallets/${ccyCode}/transactions?limit=1000`)).reverse();
      let balance = 0;
      for (const row of rows) {
        balance += pence(row.signedAmount.value as number);
        expect(pence(row.balance.value as number)).toBe(balance);
      }
      expect(balance).toBe(balances[ccyCode]);
    }
  });

  it('leaves no posting without its counterpart, and no message behind', async () => {
    const ledger = await rowsOf(
      'ledger',
      `SELECT ccy_code, sum(amount_minor)::int AS sum FROM posting GROUP BY ccy_code ORDER BY ccy_code`,
    );
    expect(ledger.map(({ ccy_code: ccyCode, sum }) => [ccyCode, sum]).slice(0, 2)).toEqual([
      ['EUR', 0],
      ['GBP', 0],
    ]);
    for (const service of ['gateway', 'ledger', 'conversions', 'payments', 'inbound_funds'])
      for (const table of ['dead_letter', 'kept_message'])
        expect([service, table, await rowsOf(service, `SELECT * FROM ${table}`)]).toEqual([
          service,
          table,
          [],
        ]);
  });

  async function rowsOf(service: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: `${program.postgresUrl}/corridor_${service}` });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
});

const stepOf = (id: string, step: string) => `/v1/simulators/payment-instructions/${id}/${step}`;
const bodyOf = (step: string) => (step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined);
