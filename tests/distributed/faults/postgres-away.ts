import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@corridor/testing';
import { SERVICES } from '../../support/composition/composition.js';
import { linesOfOutage, logLines, warningsIn } from '../../support/log-lines.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { composition } from '../support/shared.js';

const AWAY_MS = 5_000;

const log = () => readFileSync(composition.logFile, 'utf8');

test('while Postgres is away, each service says so once, and again when it is back', async () => {
  const client = await patientClient(composition.url, 'POSTGRES');
  const before = log().length;
  const warnings = () => warningsIn(log().slice(before)).sort();
  await composition.stopPostgres();
  for (const end = Date.now() + AWAY_MS; Date.now() < end; await sleep(20)) {
    const { status } = await client.once('/v1/wallets', { ccyCode: 'GBP' });
    expect(status).toBe(503);
  }
  await composition.startPostgres();
  await client.command('/v1/wallets', { ccyCode: 'GBP' });
  const expected = linesOfOutage(SERVICES).sort();
  await until(() => warnings().length >= expected.length);
  expect(warnings()).toEqual(expected);
  const unavailable = logLines(log().slice(before)).filter(({ msg }) => msg.startsWith('unavailable: '));
  expect(unavailable.length).toBeGreaterThan(0);
  for (const { requestId, traceId } of unavailable) expect([requestId, traceId]).not.toContain(undefined);
  expect(composition.endedUnexpectedly).toEqual([]);
});
