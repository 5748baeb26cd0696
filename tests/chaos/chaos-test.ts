import { sized } from '@corridor/testing';
import { type Run, chaos, totalOf } from './run.js';

const FAULTS = sized({ small: 30, full: 120 });

jest.setTimeout(sized({ small: 1_800_000, full: 7_200_000 }));

/** Each long run has other faults. The choices are repeated by CHAOS_SEED; when they happen depends on the machine. */
const SEED = sized({ small: 101, full: Date.now() % 1_000_000 });

export function chaosTest(composition: Run['composition']): void {
  const seed = Number(process.env.CHAOS_SEED ?? SEED);

  test(`faults on real processes contradict nothing that clients saw (CHAOS_SEED=${seed})`, async () => {
    const progress = (line: string) => void process.stdout.write(`chaos: ${line}\n`);
    const { violations, faults } = await chaos({ composition, faults: FAULTS, seed, progress });
    expect(violations).toEqual([]);
    expect(totalOf(faults)).toBe(FAULTS);
  });
}
