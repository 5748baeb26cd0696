import { chmodSync, chownSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { type Certificates, certificates } from '@corridor/tools/servers/certificates.mjs';
import { obtainKafka, startKafka } from '@corridor/tools/servers/kafka.mjs';
import { claimedFolder } from '@corridor/tools/servers/leftovers.mjs';
import { obtainRedis, startRedis } from '@corridor/tools/servers/redis.mjs';
import { Client } from 'pg';

const USERNAME = 'corridor';
const PASSWORD = 'a-password-of-32-bytes-for-tests';

/** Postgres, Kafka and Redis that serve over TLS those who log in, with certificates of an authority of their own. */
export class EncryptedServers {
  private constructor(
    readonly folder: string,
    readonly certificates: Certificates,
    readonly postgres: EmbeddedPostgres,
    private readonly kafka: Awaited<ReturnType<typeof startKafka>>,
    private readonly redis: Awaited<ReturnType<typeof startRedis>>,
  ) {}

  static async start(): Promise<EncryptedServers> {
    const folder = await claimedFolder();
    const own = certificates(join(folder, 'certificates'));
    const login = { username: USERNAME, password: PASSWORD };
    const [postgres, kafka, redis] = await Promise.all([
      startPostgres({ dataDir: folder }),
      startKafka(obtainKafka(), join(folder, 'kafka'), [], { pem: own.both, ...login }),
      startRedis(obtainRedis(), join(folder, 'redis'), { ...own, password: 'letters' }),
    ]);
    await encrypt(postgres.url, own);
    return new EncryptedServers(folder, own, postgres, kafka, redis);
  }

  /** What a service needs to connect to all of them. */
  get env() {
    const password = join(this.folder, 'kafka-password');
    writeFileSync(password, `${PASSWORD}\n`);
    return {
      DATABASE_URL: this.overTls(this.postgres.serviceUrl),
      KAFKA_BROKERS: this.kafka.securedBrokers,
      KAFKA_TLS: 'true',
      KAFKA_CA_FILE: this.certificates.ca,
      KAFKA_USERNAME: USERNAME,
      KAFKA_PASSWORD_FILE: password,
      REDIS_URL: this.redis.securedUrl,
      REDIS_CA_FILE: this.certificates.ca,
    };
  }

  /** The same as the settings of the carrier. */
  get kafkaSettings() {
    const ca = readFileSync(this.certificates.ca, 'utf8');
    const login = { username: USERNAME, password: PASSWORD };
    return {
      brokers: [this.kafka.securedBrokers],
      prefix: 'encrypted',
      services: [],
      tls: true,
      ca,
      ...login,
    };
  }

  overTls(url: string, ca = this.certificates.ca): string {
    const address = new URL(url);
    address.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: ca }).toString();
    return address.href;
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgres.stop(), this.kafka.stop(), this.redis.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Postgres reads its key only if nobody else can. From then on it accepts no other connections. */
async function encrypt(url: string, { certificate, key }: Certificates): Promise<void> {
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  const { rows } = await client.query<{ data: string; hba: string }>(
    `SELECT current_setting('data_directory') AS data, current_setting('hba_file') AS hba`,
  );
  const [{ data, hba }] = rows as [{ data: string; hba: string }];
  const { uid, gid } = statSync(data);
  for (const file of [certificate, key]) {
    const copy = join(data, file.endsWith('.key') ? 'server.key' : 'server.crt');
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    chownSync(copy, uid, gid);
  }
  writeFileSync(hba, readFileSync(hba, 'utf8').replaceAll(/^host /gm, 'hostssl '));
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
