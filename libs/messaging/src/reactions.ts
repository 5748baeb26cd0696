import type { Envelope, MessageType, Messages } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { applyDecorators, Catch, type RpcExceptionFilter, SetMetadata, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';

/** The argument of a reaction: the message, and the caller to act as, with this message as the cause. */
export interface Delivered<Type extends MessageType> extends Envelope<Type> {
  readonly caller: Caller;
  /** An attempt has failed before: what is usually not read, because it is as expected, may be the reason. */
  readonly isRetry: boolean;
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

/** The same for a reaction that says which of its messages concern it. */
export interface Concerning<Type extends MessageType> extends Delivered<Type> {
  /** The record of this service that the message is about. */
  readonly recordId: string;
}

export interface ReactionOptions<Type extends MessageType> {
  /**
   * The record of this service that the message is about, derived from the message only; null if it is about records of
   * other services. Such a message needs no statement, not even for the checkpoint. A reaction that fails stops later messages
   * of its stream only if they are about the same record; without `concerns` it stops all of them.
   */
  readonly concerns: (data: Messages[Type]) => string | null;
}

type Reaction<Message> = <Method extends (message: Message) => unknown>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** The decorator of a service's reactions, see {@link reactionsOf}. */
interface On {
  <Type extends MessageType>(
    ...typesAndOptions: readonly [...types: Type[], options: ReactionOptions<Type>]
  ): Reaction<Concerning<Type>>;
  <Type extends MessageType>(...types: readonly Type[]): Reaction<Delivered<Type>>;
}

const REACTS_TO = 'corridor.reacts-to';

/**
 * The decorator of a service's reactions: one line each, a fact in, a command out.
 * ```ts
 * const On = reactionsOf('payments');
 * ⋯ @On('conversions.rates_published') onRatesPublished({ data }: Delivered<'conversions.rates_published'>) { … }
 * ⋯ @On('ledger.transfer_posted', { concerns: ofPayment })
 *   onTransferPosted({ data, recordId, caller }: Concerning<'ledger.transfer_posted'>) { … }
 * ```
 */
export const reactionsOf = (service: string): On => {
  const on = (...args: readonly (MessageType | ReactionOptions<MessageType>)[]): MethodDecorator => {
    const types = args.filter((one) => typeof one === 'string');
    const options = args.filter((one) => typeof one === 'object');
    return applyDecorators(
      ...options.map(onlyConcerning),
      EventPattern(types, groupOf(service), options[0]) as MethodDecorator,
      UseFilters(Rethrow),
      SetMetadata(REACTS_TO, types),
    );
  };
  return on as On;
};

/** The message types to which a method reacts; empty if it is not a reaction. */
export const messageTypesOf = (method: object): readonly MessageType[] =>
  (Reflect.getMetadata(REACTS_TO, method) as readonly MessageType[] | undefined) ?? [];

const onlyConcerning =
  ({ concerns }: ReactionOptions<MessageType>): MethodDecorator =>
  (_target, _name, descriptor: PropertyDescriptor) => {
    const react = descriptor.value as (this: unknown, message: Concerning<MessageType>) => unknown;
    descriptor.value = function (message: Delivered<MessageType>) {
      const recordId = concerns(message.data);
      return recordId ? react.call(this, { ...message, recordId }) : undefined;
    };
  };
