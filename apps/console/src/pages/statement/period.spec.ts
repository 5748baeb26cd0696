import { periodOf } from './period.js';

test.each([
  ['thisMonth', '2026-11-29', '2026-11-01', '2026-11-29'],
  ['lastMonth', '2026-11-29', '2026-10-01', '2026-10-31'],
  ['lastMonth', '2027-01-01', '2026-12-01', '2026-12-31'],
  ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['thisYear', '2026-11-29', '2026-01-01', '2026-11-29'],
] as const)('%s on %s is from %s to %s', (preset, today, from, to) =>
  expect(periodOf(preset, today)).toEqual({ from, to }),
);
