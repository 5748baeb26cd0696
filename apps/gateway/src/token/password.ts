import { randomUUID } from 'node:crypto';
import { refuse } from '@corridor/kernel';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id, which is this library's default: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length of a password: long enough to be safe, and short enough for argon2. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** Verifications at once: half of the threads that Node has for such work, name lookups and files. */
const AT_ONCE = 2;
/** How many more wait for their turn, some seconds at most. */
const MOST_WAITING = 100;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** The hash of an unknown password, at the same cost, for the comparison with an unknown user's password. */
const decoy = hashPassword(randomUUID());

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Takes the same time with or without a hash.
 * @throws Refusal `unavailable` if too many others wait
 */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  if (running < AT_ONCE) running++;
  else if (waiting.length < MOST_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw refuse('unavailable', 'Too many logins at once.');
  try {
    const matches = await verify(storedHash ?? (await decoy), password);
    return matches && storedHash !== null;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
