import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id, which is this library's default: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Characters of a password: what a person can be asked to think of, and what argon2 need not chew on for long. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Of a password that nobody knows, at the same cost: what an unknown user's password is compared with. */
const decoy = hashPassword(randomUUID());

/** Takes the same time whether there is a hash to compare with or not. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await verify(storedHash ?? (await decoy), password);
  return matches && storedHash !== null;
}
