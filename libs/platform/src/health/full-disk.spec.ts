import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  rmdirSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { EventStore, ReadModels, databaseName } from '@corridor/event-store';
import { JarTables1700000000001, jar, jars, put } from '@corridor/event-store/testing';
import { Authenticator, NoIdempotencyKey, Public } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import { EmbeddedCarrier } from '@corridor/messaging';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { Pool } from 'pg';
import { pino } from 'pino';
import { type Application, startApplication } from '../application.js';
import { PinoLogger } from '../logger.js';
import { ServiceModule } from '../service.js';

/**
 * The database of a service on a small disk of its own, which is filled. So is its server: one that cannot write the pages of one
 * database fails statements about all of them.
 */

@Public()
@Controller('jars')
class Jars {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  @NoIdempotencyKey()
  @Post(':id')
  put(@Param('id') id: string) {
    return this.store.handle(jar, id, put(1), { caller: testCaller });
  }

  @Get(':id')
  one(@Param('id') id: string) {
    return this.readModels.one({ table: 'jar' }, id, testCaller);
  }
}

class Nobody extends Authenticator {
  override authenticate(): never {
    throw refuse('unauthenticated');
  }
}

const lines: string[] = [];

/** Keeps its lines. */
class KeptLog extends PinoLogger {
  override of() {
    return pino(
      { level: 'warn' },
      { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) },
    );
  }
}

const name = `test-${randomBytes(6).toString('hex')}`;
const tablespace = databaseName(name);
const disk = mkdtempSync(join(tmpdir(), 'corridor-small-disk-'));
const filler = join(disk, 'filler');
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=755', 'none', disk], {
  encoding: 'utf8',
});
const isMounted = mounted.status === 0;
if (!isMounted) {
  rmdirSync(disk);
  const why = `no disk of its own can be mounted: ${mounted.error?.message ?? mounted.stderr.trim()}`;
  if (process.env.CI) throw new Error(why);
  process.stderr.write(`\n\nNOT TESTED: a full disk, because ${why}\n\n`);
}

const data = mkdtempSync(join(tmpdir(), 'corridor-full-disk-'));
let postgres: EmbeddedPostgres;
let admin: Pool;
let application: Application;

async function start(): Promise<void> {
  chmodSync(data, 0o755); // Postgres may run as another user
  postgres = await startPostgres({ dataDir: data });
  admin = new Pool({ connectionString: `${postgres.url}/postgres` });
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  const { uid, gid } = statSync(rows[0]?.data_directory ?? '');
  const folder = join(disk, 'postgres');
  mkdirSync(folder);
  chownSync(folder, uid, gid);
  await admin.query(`CREATE TABLESPACE "${tablespace}" LOCATION '${folder}'`);
  await admin.query(`CREATE DATABASE "${databaseName(name)}" TABLESPACE "${tablespace}"`);
  const service = {
    name,
    migrations: [JarTables1700000000001],
    registrations: [{ ...jars, publish: () => null }],
  };
  const authenticator = {
    module: class AuthenticatorModule {},
    providers: [{ provide: Authenticator, useClass: Nobody }],
    exports: [Authenticator],
  };
  application = await startApplication({
    variables: {
      DATABASE_URL: postgres.url,
      CALLER_SECRET: 'a secret for specs with its 32 bytes',
      PORT: '0',
    },
    settings: [],
    carrier: new EmbeddedCarrier(() => undefined),
    logger: new KeptLog('silent', name),
    modules: [
      { module: class JarModule {}, imports: [ServiceModule.for(service)], controllers: [Jars] },
      authenticator,
    ],
    rateLimit: null,
  });
}

async function end(): Promise<void> {
  try {
    await application?.close();
    await admin?.end();
    await postgres?.stop();
  } finally {
    rmSync(data, { recursive: true, force: true });
    execFileSync('umount', ['--lazy', disk]);
    rmdirSync(disk);
  }
}

/** Leaves no byte. */
function fill(): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
}

const send = async (path: string, method = 'GET') => {
  const response = await fetch(`${application.url}/${path}`, { method });
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), body: (await response.json()) as any };
};

const ready = () => send('health/ready');

/** What was found is reused for 2 s. */
async function untilReadyIs(status: 'ok' | 'degraded') {
  for (;;) {
    const response = await ready();
    if (response.body.data.status === status) return response;
    await sleep(100);
  }
}

/** Commands until one is refused: what a table has on its last page takes some of them. */
async function firstRefused() {
  for (let n = 0; n < 5_000; n++) {
    const response = await send(`jars/jar_${n}`, 'POST');
    if (response.status !== 200) return response;
  }
  throw new Error('the disk is not full');
}

(isMounted ? describe : describe.skip)('a full disk', () => {
  beforeAll(start);
  afterAll(end);

  test('refuses commands, is reported, leaves reads, and ends by itself', async () => {
    expect((await send('jars/jar_first', 'POST')).status).toBe(200);
    await untilReadyIs('ok');

    fill();
    expect(await firstRefused()).toMatchObject({
      status: 503,
      retryAfter: '2',
      body: { code: 'unavailable', detail: 'Nothing can be stored at the moment. Reads work.' },
    });
    expect(await untilReadyIs('degraded')).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'degraded',
          details: {
            [`${name} disk`]: { status: 'degraded', message: 'full: commands get 503, reads work' },
          },
        },
      },
    });
    expect(await send('jars/jar_first')).toMatchObject({ status: 200, body: { data: { id: 'jar_first' } } });

    rmSync(filler);
    await untilReadyIs('ok');
    expect((await send('jars/jar_last', 'POST')).status).toBe(200);
    expect(lines.filter((line) => /^the disk|write again/.test(line))).toEqual([
      'the disk of Postgres is full',
      'Postgres can write again',
    ]);
  });

  test('is reported for as long as there is no space', async () => {
    lines.length = 0;
    fill();
    await firstRefused();
    const queries = jest.spyOn(Pool.prototype, 'query');
    const attempts = () => queries.mock.calls.filter(([text]) => String(text).includes('work_mem'));
    while (attempts().length < 3) await sleep(100); // two have failed
    await untilReadyIs('degraded');
    expect(lines.filter((line) => line.includes('write again'))).toEqual([]);
    rmSync(filler);
    await untilReadyIs('ok');
    expect(lines.filter((line) => line.includes('write again'))).toHaveLength(1);
    queries.mockRestore();
  });
});
