import type { CommandContext } from '@corridor/event-store';
import type { Reference } from '@corridor/kernel';

/**
 * An operator's command on behalf of a client: its records belong to the client, the idempotency key to the operator.
 */
export const inNameOf = (client: Reference, { caller, ...command }: CommandContext): CommandContext => ({
  ...command,
  caller: { ...caller, client },
});
