import type { Envelope, MessageType } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';

/** What a reaction is given: the message, and the caller to act as, with this message as the cause. */
export interface Delivered<Type extends MessageType> extends Envelope<Type> {
  readonly caller: Caller;
}

/** Names a service's consumer group to Nest, so that only its own messages reach its handlers. */
export const groupOf = (service: string): symbol => Symbol.for(`corridor.group.${service}`);

/** Nest's own filter would turn every error into "Internal server error" and lose it. */
@Catch()
export class Rethrow implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * The decorator of a service's reactions: one line each, a fact in, a command out.
 * ```ts
 * const On = reactionsOf('payments');
 * ⋯ @On('conversion.booked') onConversionBooked({ data, caller }: Delivered<'conversion.booked'>) { … }
 * ```
 */
export const reactionsOf =
  (service: string) =>
  (...types: readonly MessageType[]): MethodDecorator =>
    applyDecorators(EventPattern(types, groupOf(service)) as MethodDecorator, UseFilters(Rethrow));
