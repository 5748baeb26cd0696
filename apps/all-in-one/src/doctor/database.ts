import {
  type Manifest,
  databaseName,
  environmentOf,
  missingMigrations,
  readDatabase,
} from '@corridor/platform';
import { type Finding, ok, problem, warning } from './finding.js';

/** Between this machine and the database. One-time codes of staff are valid for 30 seconds. */
const SKEW_MS = { warning: 1_000, problem: 15_000 };
const DAY_MS = 86_400_000;

/** What can be read of the databases of services. @throws nothing: a database that cannot be read is a finding */
export async function databaseFindings(serverUrl: string, own: readonly Manifest[]): Promise<Finding[]> {
  const findings = await Promise.all([server(serverUrl), ...own.map((one) => ofService(serverUrl, one))]);
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

async function ofService(serverUrl: string, service: Manifest): Promise<Finding[]> {
  const name = `database ${service.name}`;
  try {
    const environment = await environmentOf(serverUrl, databaseName(service.name));
    if (environment === null) return [ok(name, 'is created and stamped at the first start')];
    const missing = await missingMigrations(serverUrl, service);
    const state =
      missing.length === 0
        ? ok(name, `${environment}, at the newest migration`)
        : warning(name, `${environment}, ${missing.length} migrations behind: the next start runs them`);
    return [state, ...(missing.length === 0 ? await ages(serverUrl, service) : [])];
  } catch (error) {
    return [problem(name, (error as Error).message)];
  }
}

const ages = (serverUrl: string, { name, dated = [] }: Manifest): Promise<Finding[]> =>
  readDatabase(serverUrl, databaseName(name), (sql) =>
    Promise.all(
      dated.map(async ({ what, statement }) => {
        const [row] = await sql.query<{ on: Date | null }>(statement);
        return row?.on ? ok(what, `${age(Date.now() - row.on.getTime())} old`) : warning(what, 'none yet');
      }),
    ),
  );

const age = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  return minutes >= 120 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`;
};
