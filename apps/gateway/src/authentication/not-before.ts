import { setTimeout as sleep } from 'node:timers/promises';

/** Time until the response to a rejected credential, in milliseconds, whatever the cause. */
export const REFUSAL_MS = 20;

/** Waits until the moment, on the clock of `performance.now()`. */
export const notBefore = async (moment: number): Promise<void> => {
  const left = moment - performance.now();
  if (left > 0) await sleep(left);
};
