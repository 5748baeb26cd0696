import { createHash } from 'node:crypto';

/** Slow and fast oscillations: the period in seconds, and the amplitude of each one relative to the reference level. */
const WAVES = [
  { periodSteps: 86_400, reach: 0.008 },
  { periodSteps: 7_200, reach: 0.0015 },
  { periodSteps: 600, reach: 0.0003 },
  { periodSteps: 60, reach: 0.0001 },
  { periodSteps: 4, reach: 0.00005 },
] as const;

/** Maximum deviation of a rate from its level, as a share of the level. */
export const MAX_DRIFT = WAVES.reduce((sum, { reach }) => sum + reach, 0);

/** Maximum change of a drift from one step to the next. */
export const MAX_MOVE = WAVES.reduce((sum, { reach, periodSteps }) => sum + (3 * reach) / periodSteps, 0);

/**
 * How far a rate is from its level at a step, as a share of the level: smooth noise, a pure function of its arguments,
 * so that every process sees the same market without stored state.
 */
export function drift(seed: string, currency: string, step: number): number {
  return WAVES.reduce((sum, { periodSteps, reach }) => {
    const knot = Math.floor(step / periodSteps);
    const chance = (at: number) => plusMinusOne(`${seed}/${currency}/${periodSteps}/${at}`);
    return sum + reach * between(chance(knot), chance(knot + 1), step / periodSteps - knot);
  }, 0);
}

/** From `a` to `b` along a curve that is flat at both ends; `way` goes from 0 to 1. */
const between = (a: number, b: number, way: number): number => a + (b - a) * way * way * (3 - 2 * way);

const plusMinusOne = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() / 0xffffffff) * 2 - 1;
