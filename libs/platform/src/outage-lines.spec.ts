import { Writable } from 'node:stream';
import { Recovery } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { KafkaCarrier } from '@corridor/messaging';
import { pino } from 'pino';
import { databaseNotices, relayNotice } from './database-notices.js';
import { tellOutagesOnce } from './outage-lines.js';

const moment = () => new Promise((resolve) => setTimeout(resolve, 20));

const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

/** What a relay is told while nothing listens at the address of the broker. */
async function failureOfBroker(): Promise<unknown> {
  const settings = { brokers: ['127.0.0.1:1'], prefix: 'outage-lines', services: ['ledger'] };
  const carrier = new KafkaCarrier(settings, () => undefined);
  const failure: unknown = await carrier.send('ledger', []).catch((error: unknown) => error);
  await carrier.close();
  return failure;
}

describe('lines about a database', () => {
  const lines: { level: number; msg: string }[] = [];
  const output = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const log = pino(
    {
      level: 'debug',
      hooks: {
        logMethod: tellOutagesOnce((args, print, level) => print.apply(log, [...args, level] as never)),
      },
    },
    output,
  );
  const warnings = () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
  beforeEach(() => lines.splice(0));

  test('that does not respond are two, whatever fails for that reason', async () => {
    const db = await openTestDatabase([], databaseNotices(log));
    const onRelay = relayNotice(log, db);
    const failure = away();
    onRelay(new Error('its connection is lost', { cause: failure }));
    for (let n = 0; n < 20; n++) {
      const err = away();
      db.reachability.note(err);
      log.error({ err }, 'retry failed');
      log.warn({ err: new Error('not stored', { cause: err }) }, 'job failed');
    }
    expect(db.reachability.isAway).toBe(true);
    while (db.reachability.isAway) await moment();
    onRelay(null);
    expect(warnings()).toEqual(['Postgres does not respond', 'Postgres responds again']);
    expect(lines.filter(({ msg }) => msg === 'retry failed')).toHaveLength(20);

    onRelay(await failureOfBroker());
    expect(db.reachability.isAway).toBe(false);
    onRelay(null);
    log.error({ err: away() }, 'the bank is away');
    expect(warnings().slice(2)).toEqual([
      'relay failed, will retry',
      'relay works again',
      'the bank is away',
    ]);
    await db.close();
  });

  test('that is fenced are two, until it is not, and do not say that Postgres is away', async () => {
    const db = await openTestDatabase([], databaseNotices(log));
    const url = new URL(db.pool.options.connectionString ?? '');
    const name = url.pathname.replace('/corridor_', '').replaceAll('_', '-');
    const recovery = await Recovery.open(process.env['DATABASE_URL'] ?? '', [{ name }]);
    const probes = jest.spyOn(db.pool, 'query');
    const append = () =>
      db.database.query(
        `INSERT INTO checkpoint (consumer, source, stream_id, version) VALUES ('reader', 'jars', 'jar_1', 1)`,
      );
    const fails = async () => {
      const err: unknown = await append().catch((error: unknown) => error);
      log.error({ err }, 'retry failed');
    };
    await recovery.fence();
    await fails();
    probes.mockClear();
    while (db.reachability.isAway && probes.mock.calls.length < 2) await moment();
    await fails();
    expect(warnings()).toEqual(['the database is fenced: nothing is accepted, published or handled']);

    await recovery.resume();
    while (db.reachability.isAway) await moment();
    await append();
    expect(warnings().slice(1)).toEqual(['the fence has ended']);
    await recovery.close();
    await db.close();
  });
});
