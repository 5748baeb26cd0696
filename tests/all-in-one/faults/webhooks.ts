import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sized, until } from '@corridor/testing';
import pg from 'pg';
import { Api } from '../../support/api.js';
import { Receiver, responding, hanging } from '../../support/receiver.js';
import { type TestClient, newClient } from '../../support/system.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { program } from './shared.js';

/** After two crashes of a worker, the queue alone would give up the job. */
const KILLS = sized({ small: 3, full: 5 });

let client: TestClient;
let receiver: Receiver;
const LABEL = 'canary of the label';
const subscribe = () =>
  client.api.post('/v1/webhook-subscriptions', {
    targetPlatform: LABEL,
    targetUrl: receiver.url,
    events: ['payment.sent'],
  });
const act = (id: string, action: string, body?: object) =>
  client.api.post(`/v1/webhook-subscriptions/${id}/${action}`, body);
const notification = async (id: string) =>
  (await client.api.get(`/v1/webhook-notifications/${id}`)).body.data;

describe('of webhooks', () => {
  beforeAll(async () => {
    client = await newClient(undefined, new Api(program.url, DEMO_STAFF));
  });
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.close());

  it('a process that is killed repeatedly during one notification does not lose it', async () => {
    const { id, signingSecret } = (await subscribe()).body.data;
    receiver.behaviour = hanging;
    const ping = (await act(id, 'ping', { message: 'survive' })).body.data.id as string;
    for (let kills = 1; kills <= KILLS; kills++) {
      await receiver.has(kills);
      await program.end('SIGKILL');
      if (kills === KILLS) receiver.behaviour = responding(200);
      await program.start();
    }
    await until(async () => (await notification(ping)).sentOn !== null);
    expect(new Set(receiver.verified(signingSecret).map((one) => one.id))).toEqual(new Set([ping]));
    const { attemptCount, lockedUntil } = await notification(ping);
    expect([attemptCount, lockedUntil]).toEqual([receiver.received.length, null]);
  });

  it('signing secrets occur in no log, table, job or file, and only in the responses of create and rotate', async () => {
    const created = await subscribe();
    const { id } = created.body.data;
    receiver.behaviour = responding(503);
    const failed = (await act(id, 'ping', { message: 'fails' })).body.data.id as string;
    await until(async () => (await notification(failed)).lastError !== null);
    receiver.behaviour = responding(200);
    const path = `/v1/webhook-subscriptions/${id}`;
    const responses = [await act(id, 'rotate-secret'), await act(id, 'pause')];
    const rotated = await act(id, 'rotate-secret');
    responses.push(
      await client.api.put(path, { targetUrl: receiver.url, targetPlatform: LABEL, events: ['ping'] }),
      await act(id, 'resume'),
      await act(id, 'ping'),
      await client.api.post(`/v1/webhook-notifications/${failed}/redeliver`),
      await client.api.get(path),
      await client.api.get('/v1/webhook-subscriptions'),
      await client.api.get(`${path}/notifications`),
      await client.api.post('/v1/webhook-subscriptions', {
        targetUrl: created.body.data.signingSecret,
        events: [],
      }),
    );
    await until(async () => (await notification(failed)).sentOn !== null);
    responses.push(await client.api.get(`/v1/webhook-notifications/${failed}`), await act(id, 'unsubscribe'));

    const places: Record<string, string> = {
      responses: responses
        .slice(0, -1)
        .map(({ text }) => text)
        .join('\n'),
      log: program.output,
      tables: await tables(),
      files: files(program.dataDir),
    };
    for (const place of ['responses', 'tables', 'files'])
      expect([place, places[place]?.includes(LABEL)]).toEqual([place, true]);
    expect(places['log']).toContain('Corridor is ready');
    for (const { signingSecret } of [created.body.data, rotated.body.data] as { signingSecret: string }[]) {
      const base64 = signingSecret.slice('whsec_'.length);
      const bytes = Buffer.from(base64, 'base64');
      for (const form of [
        base64,
        base64.replaceAll('/', '\\/'),
        bytes.toString('hex'),
        bytes.toString('latin1'),
      ])
        for (const [place, text] of Object.entries(places))
          expect([place, form, text.includes(form)]).toEqual([place, form, false]);
    }
  });
});

/** All rows of all databases, including the queue. */
async function tables(): Promise<string> {
  const connect = async (database: string) => {
    const connection = new pg.Client({ connectionString: `${program.postgresUrl}/${database}` });
    await connection.connect();
    return connection;
  };
  const first = await connect('postgres');
  const databases = await first.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datallowconn AND NOT datistemplate`,
  );
  await first.end();
  const rows: string[] = [];
  for (const { name } of databases.rows) {
    const connection = await connect(name);
    const found = await connection.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const table of found.rows)
      rows.push(
        ...(
          await connection.query<{ row: string }>(`SELECT t::text AS row FROM ${table.name} AS t`)
        ).rows.map(({ row }) => `${table.name} ${row}`),
      );
    await connection.end();
  }
  const text = rows.join('\n');
  expect(text).toMatch(/^bullmq\./m);
  return text;
}

/** The bytes of its data folder, including the log and the WAL of its Postgres. */
function files(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      try {
        return readFileSync(join(parentPath, name), 'latin1');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''; // it was removed meanwhile
        throw error;
      }
    })
    .join('\n');
}
