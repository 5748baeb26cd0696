import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { TakesBody } from './body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body, byte for byte. */
    bytes?: Buffer;
  }
}

/** A request as it has arrived, for a route that checks a signature over the bytes of its body. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  /** The JSON in the body, not checked. */
  readonly body: unknown;
}

const NOTHING = Buffer.alloc(0);

const received = createParamDecorator((_: unknown, context: ExecutionContext): ReceivedRequest => {
  const { headers, bytes = NOTHING, body } = context.switchToHttp().getRequest<FastifyRequest>();
  return { headers, bytes, body };
});

/** `@Received() { headers, bytes, body }: ReceivedRequest`. */
export const Received = (): ParameterDecorator => (target, method, index) => {
  received()(target, method, index);
  const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
  if (!descriptor) throw new TypeError('@Received() belongs to a parameter of a method');
  TakesBody(true)(target, method, descriptor);
};
