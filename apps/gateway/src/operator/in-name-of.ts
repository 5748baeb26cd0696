import type { CommandContext } from '@corridor/http';
import type { Reference } from '@corridor/kernel';

/**
 * An operator's command on behalf of a client: its records belong to the client, the idempotency key to the operator.
 */
export const inNameOf = (client: Reference, { caller, idempotency }: CommandContext): CommandContext => ({
  idempotency,
  caller: { ...caller, client },
});
