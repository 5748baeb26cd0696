import { TestClock } from '@corridor/testing';
import { railFrom } from './rail-settings.js';

type Given = Parameters<typeof railFrom>[0];

test.each(['acme', 'iso20022', 'http', 'manual'])(
  'payments of RAIL=%s never leave by the simulated rail: what makes no rail ends the start',
  (adapter) => {
    const given = { adapter, bic: null } as unknown as Given;
    expect(() => railFrom(given, new TestClock(), { latest: () => Promise.resolve([]) } as never)).toThrow(
      `RAIL=${adapter} makes no rail`,
    );
  },
);
