import { type CommandContext, fingerprint } from '@corridor/http';
import type { Reference } from '@corridor/kernel';

/** The operator's command, done in the name of a client: its records belong there, the key stays the operator's. */
export const inNameOf = (client: Reference, command: CommandContext): CommandContext => ({
  idempotency: command.idempotency && { ...command.idempotency, scope: command.caller.client.id },
  caller: { ...command.caller, client },
});

/**
 * The command with a fingerprint that no secret of the body went into: a hash as fast as that one
 * would let a thief of the database guess what argon2id protects.
 */
export const withoutSecret = (
  command: CommandContext,
  path: string,
  body: object,
  secret: string,
): CommandContext => ({
  ...command,
  idempotency: command.idempotency && {
    ...command.idempotency,
    fingerprint: fingerprint('POST', path, { ...body, [secret]: null }),
  },
});
