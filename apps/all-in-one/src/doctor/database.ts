import {
  type Manifest,
  type Variables,
  databaseName,
  environmentOf,
  missingMigrations,
  readDatabase,
} from '@corridor/platform';
import { DAY_MS, age } from './age.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Between this machine and the database. One-time codes of staff are valid for 30 seconds. */
const SKEW_MS = { warning: 1_000, problem: 15_000 };
/** What can be read of the databases of services. @throws nothing: a database that cannot be read is a finding */
export async function databaseFindings(
  serverUrl: string,
  own: readonly Manifest[],
  variables: Variables,
): Promise<Finding[]> {
  const ofServices = own.map((one) => ofService(serverUrl, one, variables));
  const findings = await Promise.all([server(serverUrl), ...ofServices]);
  return findings.flat();
}

async function server(serverUrl: string): Promise<Finding[]> {
  const read = readDatabase(serverUrl, 'postgres', async (sql) => {
    const before = Date.now();
    const [row] = await sql.query<Server>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms, current_setting('server_version') AS version,
        current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS "commit"`,
    );
    return { row: row as Server, middle: (before + Date.now()) / 2 };
  });
  return read.then(
    ({ row, middle }) => [
      ok('Postgres', row.version),
      ...(row.fsync === 'on' ? [] : [problem('Postgres', 'fsync is off: a power failure loses payments')]),
      ...(row.commit === 'off'
        ? [problem('Postgres', 'synchronous_commit is off: a crash loses what was acknowledged')]
        : []),
      skew(Math.round(row.ms - middle)),
    ],
    (error: Error) => [warning('Postgres', `the database "postgres" cannot be read: ${error.message}`)],
  );
}

interface Server {
  readonly ms: number;
  readonly version: string;
  readonly fsync: string;
  readonly commit: string;
}

function skew(ms: number): Finding {
  const detail = `that of Postgres differs by ${Math.abs(ms) / 1000} s`;
  if (Math.abs(ms) > SKEW_MS.problem) return problem('clock', `${detail}: set both by NTP`);
  return Math.abs(ms) > SKEW_MS.warning
    ? warning('clock', `${detail}: set both by NTP`)
    : ok('clock', detail);
}

async function ofService(serverUrl: string, service: Manifest, variables: Variables): Promise<Finding[]> {
  const name = `database ${service.name}`;
  try {
    const environment = await environmentOf(serverUrl, databaseName(service.name));
    if (environment === null) return [ok(name, 'is created and stamped at the first start')];
    const missing = await missingMigrations(serverUrl, service);
    const state =
      missing.length === 0
        ? ok(name, `${environment}, at the newest migration`)
        : warning(name, `${environment}, ${missing.length} migrations behind: the next start runs them`);
    return [state, ...(missing.length === 0 ? await ages(serverUrl, service, variables) : [])];
  } catch (error) {
    return [problem(name, (error as Error).message)];
  }
}

function ages(serverUrl: string, { name, dated = [] }: Manifest, variables: Variables): Promise<Finding[]> {
  const needed = dated.filter(({ isNeeded }) => isNeeded?.(variables) ?? true);
  return readDatabase(serverUrl, databaseName(name), (sql) =>
    Promise.all(
      needed.map(async ({ what, statement, oldDays }) => {
        const [row] = await sql.query<{ on: Date | null }>(statement);
        if (!row?.on) return warning(what, 'none yet');
        const is = Date.now() - row.on.getTime() < oldDays * DAY_MS ? ok : warning;
        return is(what, `${age(row.on)} old`);
      }),
    ),
  );
}
