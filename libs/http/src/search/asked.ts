import type { Socket } from 'node:net';
import { type Caller, refuse } from '@corridor/kernel';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../authentication/authenticator.js';
import { isStorable } from '../input/storable.js';

/** Who searches, where, and over which connection. */
export interface Asked {
  readonly parameters: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly socket: Socket;
}

export const Asking = createParamDecorator((_: unknown, context: ExecutionContext): Asked => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const parameters = request.params as Asked['parameters'];
  if (!Object.values(parameters).every(isStorable)) throw refuse('not_found');
  return { parameters, caller: callerOf(request), socket: request.raw.socket };
});

/** Tells the work when the caller closes the connection. */
export async function untilHangUp<T>(
  { socket }: Asked,
  work: (hungUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const hangUp = () => controller.abort();
  if (socket.destroyed) hangUp();
  socket.once('close', hangUp);
  try {
    return await work(controller.signal);
  } finally {
    socket.off('close', hangUp);
  }
}
