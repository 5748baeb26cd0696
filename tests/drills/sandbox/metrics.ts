import { until } from '@corridor/testing';
import { quotedIn } from '../../support/runbook.js';
import { alerts, program } from './shared.js';

alerts.test('CorridorMetricsMissing: every process has ended', async () => {
  const up = async () =>
    (await alerts.values(quotedIn('CorridorMetricsMissing', 'up{'))).map(({ value }) => value);
  await alerts.drill(
    ['CorridorMetricsMissing'],
    () => program.end('SIGTERM'),
    async () => {
      expect(await up()).toEqual([0]);
      await program.start();
      await until(async () => (await up())[0] === 1);
    },
  );
});
