import type { ProblemCode } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './path.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, on the clock of `performance.now()`. */
    arrivedAt?: number;
    /** The address of its sender, which is not known any more when the connection has ended. */
    arrivedFrom?: string;
    /** The operation that it asks for. Of a forwarded request, its service says so. */
    operation?: string | undefined;
    /** The record that it concerns, if neither its path nor its response says so. */
    recordId?: string | undefined;
    /** Why it was refused. */
    problemCode?: ProblemCode | undefined;
  }
}

/** What became of a command, beside its status. */
export interface CommandOutcome {
  readonly operation: string | null;
  readonly recordId: string | null;
  readonly problem: string | null;
}

/**
 * Called with every command before its response is sent, also with one that was refused.
 * @param payload of the response
 * @returns nothing, or a promise that never rejects: the response waits for it, and a payload replaces its own
 */
export type OnOutcome = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) => Promise<string | undefined> | undefined;

/** Whether it may change anything: whatever is not a read or a search. */
export const isCommand = (request: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(request.method) && !pathOf(request).endsWith('/search');

const OF_RESPONSE = /^\{"data":\{"id":"(\w+)"/;
const OF_PATH = /\/([a-z]{2,4}_[0-9A-Z]{26})(?=\/|$)/g;

/** What is known when the response is sent. The record is the one in the response, or the last one in the path. */
export function outcomeOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): CommandOutcome {
  const created = typeof payload === 'string' ? OF_RESPONSE.exec(payload)?.[1] : undefined;
  const recordId = created ?? request.recordId ?? [...pathOf(request).matchAll(OF_PATH)].at(-1)?.[1] ?? null;
  return {
    operation: request.operation ?? null,
    recordId,
    problem: reply.statusCode >= 400 ? (request.problemCode ?? null) : null,
  };
}

/** In which a service behind the gateway says what became of a command. */
export const OUTCOME_HEADER = 'x-corridor-outcome';

/** The default, behind the gateway. */
export const tellGateway: OnOutcome = (request, reply, payload) => {
  const { operation, recordId, problem } = outcomeOf(request, reply, payload);
  reply.header(OUTCOME_HEADER, [operation, recordId, problem].map((one) => one ?? '').join(';'));
  return undefined;
};

/** Keeps what the service of a forwarded request says. */
export function takeOutcome(request: FastifyRequest, header: unknown): void {
  if (typeof header !== 'string') return;
  const [operation, recordId, problem] = header.split(';').map((one) => one || undefined);
  Object.assign(request, { operation, recordId, problemCode: problem });
}
