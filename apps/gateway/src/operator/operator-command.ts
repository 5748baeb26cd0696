import { type Command, fingerprint } from '@corridor/http';
import type { Reference } from '@corridor/kernel';

/** The operator's command, done in the name of a client: its records belong there. */
export const inNameOf = (client: Reference, command: Command): Command => ({
  ...command,
  caller: { ...command.caller, client },
});

/**
 * The command with a fingerprint that no secret of the body went into: a hash as fast as that one
 * would let a thief of the database guess what argon2id protects.
 */
export const withoutSecret = (command: Command, path: string, body: object, secret: string): Command => ({
  ...command,
  idempotency: command.idempotency && {
    key: command.idempotency.key,
    fingerprint: fingerprint('POST', path, { ...body, [secret]: null }),
  },
});
