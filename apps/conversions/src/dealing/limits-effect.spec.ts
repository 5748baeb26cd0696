import { NO_DEPOSITS, type Limits } from './limits.js';
import { effectOn, effectOnAll } from './limits-effect.js';

const limits = (more: Partial<Limits> = {}): Limits => ({
  ...{ clientExposure: null, maximumDeal: null, totalExposure: null, deposits: NO_DEPOSITS },
  ...more,
});

test('of all clients, null is no limit, and what was in force before is named', () => {
  const before = limits({ clientExposure: 0, deposits: { percent: 5, hours: null, topUpPercent: 50 } });
  expect(effectOnAll(before, limits({ maximumDeal: 100_000 }))).toBe(
    'All clients without their own: owed by a client: no limit (before: EUR 0); one conversion: EUR 100,000 (before: no limit); ' +
      'all clients together: no limit (unchanged); deposit for forwards: none (before: 5 %); ' +
      'hours to pay it: 24 (unchanged); top-up at a loss of: never (before: 50 %).',
  );
});

test('of one client, null is as for all', () => {
  const after = limits({ clientExposure: 0 });
  const rest =
    'one conversion: as for all clients (unchanged); deposit for forwards: as for all clients (unchanged); ' +
    'hours to pay it: as for all clients (unchanged); top-up at a loss of: as for all clients (unchanged).';
  expect(effectOn('cli_1', null, after)).toBe(
    `cli_1: owed by a client: EUR 0 (before: as for all clients); ${rest}`,
  );
  expect(effectOn('cli_1', after, limits())).toBe(
    `cli_1: owed by a client: as for all clients (before: EUR 0); ${rest}`,
  );
});
