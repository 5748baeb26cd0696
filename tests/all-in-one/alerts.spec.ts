import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@corridor/testing';
import { Alerts } from '../support/alerts.js';
import { Api } from '../support/api.js';
import { endForgottenSessions, forgottenSession, rowsAt } from '../support/forgotten-session.js';
import { Program } from '../support/program.js';
import { sqlOf } from '../support/runbook.js';
import { DEMO_STAFF } from '../support/staff.js';
import { newClient } from '../support/system.js';

/** The queries of all dashboards on a real Prometheus, and one alert from its cause to its end. `tests/drills` has the others. */

let program: Program;
const alerts = new Alerts();

beforeAll(() =>
  alerts.watch(async () => {
    program = await Program.with({});
    await program.start();
    return [program.metricsUrl];
  }),
);
afterEach(endForgottenSessions);
afterAll(async () => {
  await alerts.end();
  await program?.remove();
});

alerts.test('every query of the dashboards is answered, from metrics that there are', async () => {
  const dashboards = 'deploy/observability/dashboards';
  const queries = readdirSync(dashboards).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(dashboards, file), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  });
  expect(queries.length).toBeGreaterThan(40);
  for (const query of queries) await alerts.values(query);
  const page = await (await fetch(program.metricsUrl)).text();
  const named = new Set(
    queries.flatMap((query) => query.match(/\b(?:corridor|process|nodejs)_[a-z0-9_]+/g) ?? []),
  );
  const known = (name: string) =>
    page.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `) ||
    page.includes(`# TYPE ${name} `);
  expect([...named].filter((name) => !known(name))).toEqual([]);
});

alerts.test('a bucket of the duration of commands leads to the trace of one of them', async () => {
  const traceId = randomUUID().replaceAll('-', '');
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await newClient(undefined, new Api(program.url, { ...DEMO_STAFF, traceparent }));
  const bucket = 'corridor_command_duration_seconds_bucket{aggregate="client"}';
  await until(async () => (await alerts.traces(bucket)).includes(traceId));
});

alerts.test('CorridorGaugesFailed: a session holds the table that a gauge reads', async () => {
  const ledger = `${program.postgresUrl}/corridor_ledger`;
  await alerts.drill(
    ['CorridorGaugesFailed'],
    () => forgottenSession(ledger, 'LOCK TABLE book_day IN ACCESS EXCLUSIVE MODE'),
    async () => {
      const [statement = ''] = sqlOf('CorridorGaugesFailed');
      let behind: number[] = [];
      await until(async () => {
        behind = (await rowsAt(ledger, statement)).flatMap((row) => row['behind'] as number[]);
        return behind.length > 0;
      });
      await rowsAt(ledger, `SELECT pg_terminate_backend(${behind[0]})`);
    },
  );
});
