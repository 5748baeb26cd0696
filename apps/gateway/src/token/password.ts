import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id, which is this library's default: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length of a password: long enough to be safe, and short enough for argon2. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** The hash of an unknown password, at the same cost, for the comparison with an unknown user's password. */
const decoy = hashPassword(randomUUID());

/** Takes the same time with or without a hash. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await verify(storedHash ?? (await decoy), password);
  return matches && storedHash !== null;
}
