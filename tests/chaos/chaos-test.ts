import { sized } from '@corridor/testing';
import { type Run, chaos, totalOf } from './run.js';

const FAULTS = sized({ small: 30, full: 120 });

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** CHAOS_SEED repeats the choices of a run; when they happen depends on the machine. */
export function chaosTest(composition: Run['composition']): void {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

  test(`faults on real processes contradict nothing that clients saw (CHAOS_SEED=${seed})`, async () => {
    const progress = (line: string) => void process.stdout.write(`chaos: ${line}\n`);
    const { violations, faults } = await chaos({ composition, faults: FAULTS, seed, progress });
    expect(violations).toEqual([]);
    expect(totalOf(faults)).toBe(FAULTS);
  });
}
