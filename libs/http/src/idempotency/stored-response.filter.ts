import { type Cipher, EventStore, type StoredResponse } from '@corridor/event-store';
import { problems } from '@corridor/services';
import { type ArgumentsHost, Catch, type ExceptionFilter, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpAdapter } from '../http-adapter.js';
import { refusalOf } from '../problem/refusal-of.js';
import { sendEnvelope } from '../envelope.js';
import { commandOf } from './command.js';
import { Repeated } from './recent-replays.js';

/** Decrypts the stored responses of a service that contain a secret. A module with such commands provides it. */
export abstract class ResponseCipher implements Pick<Cipher, 'decrypt'> {
  abstract decrypt(ciphertext: string): string;
}

/** The stored responses of all services in the process: a module without a service of its own provides it instead of an `EventStore`. */
export abstract class StoredResponses implements Pick<EventStore, 'storedResponse'> {
  abstract storedResponse(...args: Parameters<EventStore['storedResponse']>): Promise<StoredResponse | null>;
}

/** The refusals that a repeated request can now get. A caller that is no longer authorized gets that refusal. */
const STATUSES: readonly number[] = [400, 404, 409, 422];

/**
 * Before a request is refused, checks whether it repeats an executed one. If so, it gets the stored response, even if
 * its date has passed since or its beneficiary was archived. An accepted request costs nothing here: its command finds
 * the stored response when it claims the key.
 */
@Catch()
export class StoredResponseFilter implements ExceptionFilter {
  private readonly stored: Pick<EventStore, 'storedResponse'>;

  constructor(
    private readonly host: HttpAdapterHost<HttpAdapter>,
    @Optional() own?: EventStore,
    @Optional() all?: StoredResponses,
    @Optional() private readonly cipher?: ResponseCipher,
  ) {
    const stored = own ?? all;
    if (!stored) throw new Error('an operation with a key needs a store');
    this.stored = stored;
  }

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const { httpAdapter } = this.host;
    if (error instanceof Repeated)
      return void sendEnvelope(host.switchToHttp().getResponse<FastifyReply>(), error.stored);
    try {
      const stored = await this.storedResponse(error, host.switchToHttp().getRequest<FastifyRequest>());
      if (!stored) throw error;
      httpAdapter.reply(host.switchToHttp().getResponse<FastifyReply>(), stored);
    } catch (refused) {
      httpAdapter.problems.catch(refused, host);
    }
  }

  private async storedResponse(error: unknown, request: FastifyRequest): Promise<StoredResponse | null> {
    if (!request.keyed || !isRefusal(error)) return null;
    const { idempotency } = commandOf(request);
    return idempotency ? this.stored.storedResponse(idempotency, this.cipher) : null;
  }
}

/** Not a refusal about the key itself, nor about a command that was executed and is not complete. */
function isRefusal(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  if (code === undefined || code.startsWith('idempotency_') || code === 'step_parked') return false;
  return STATUSES.includes(problems[code].status);
}
