import type { CommandContext } from '@corridor/http';
import type { Reference } from '@corridor/kernel';

/** The operator's command, done in the name of a client: its records belong there, the key stays the operator's. */
export const inNameOf = (client: Reference, { caller, idempotency }: CommandContext): CommandContext => ({
  idempotency,
  caller: { ...caller, client },
});
