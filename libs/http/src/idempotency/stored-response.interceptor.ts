import { type Cipher, EventStore, type StoredResponse } from '@corridor/event-store';
import { problems } from '@corridor/services';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  Optional,
} from '@nestjs/common';
import { type Observable, catchError } from 'rxjs';
import { refusalOf } from '../problem/refusal-of.js';
import { commandOf } from './command.js';

/** Decrypts the stored responses of a service that contain a secret. A module with such commands provides it. */
export abstract class ResponseCipher implements Pick<Cipher, 'decrypt'> {
  abstract decrypt(ciphertext: string): string;
}

/** The refusals that a repeated request can now get. A caller that is no longer authorized gets that refusal. */
const STATUSES: readonly number[] = [400, 404, 409, 422];

/**
 * Before a request is refused, checks whether it repeats an executed one. If so, it gets the stored response, even if
 * its date has passed since or its beneficiary was archived. An accepted request costs nothing here: its command finds
 * the stored response when it claims the key.
 */
@Injectable()
export class StoredResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly store: EventStore,
    @Optional() private readonly cipher?: ResponseCipher,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(catchError((error: unknown) => this.storedResponseOr(error, context)));
  }

  private async storedResponseOr(error: unknown, context: ExecutionContext): Promise<StoredResponse> {
    const { idempotency } = commandOf(context);
    const stored =
      idempotency && isRefusal(error) ? await this.store.storedResponse(idempotency, this.cipher) : null;
    if (stored) return stored;
    throw error;
  }
}

/** Not a refusal about the key itself. */
function isRefusal(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  return code !== undefined && !code.startsWith('idempotency_') && STATUSES.includes(problems[code].status);
}
