import type { FastifyReply } from 'fastify';
import { isAwaitingApproval } from './approval/second-person.js';
import { isStoredResponse } from './stored-response.js';

/** Sends what a controller returned as `{ "data": … }`; a `StoredResponse` is sent byte for byte. */
export function sendEnvelope(reply: FastifyReply, value: unknown): FastifyReply {
  // Success is 200 for every operation, creating ones included (decisions §1); Nest has set 201 for a POST.
  if (reply.statusCode === 201) reply.status(200);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!isStoredResponse(value)) return reply.send(JSON.stringify({ data: value ?? null }));
  if (isAwaitingApproval(value.body) && reply.request.method !== 'GET') reply.status(202);
  if (value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(value.body);
}
