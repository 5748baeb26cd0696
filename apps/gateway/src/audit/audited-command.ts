import type { AuditedCommandResource } from '@corridor/gateway-contract';
import { OPERATOR, pathOf } from '@corridor/http';
import type { Caller, Timestamp } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';

const MOST_OF_PATH = 500;
const MOST_OF_USER_AGENT = 250;

/** An entry of the audit before its outcome is known. Nothing of the body, the query or the credentials is in it. */
export function commandIn(
  request: FastifyRequest,
  caller: Caller | undefined,
  { id, on }: { readonly id: string; readonly on: Timestamp },
): AuditedCommandResource {
  const { headers } = request;
  const approvalId = caller?.approved?.id ?? null;
  const isSentHere = approvalId !== null;
  const trace = caller?.traceparent ?? request.traceparent;
  return {
    ...{ id, on, by: caller?.user ?? null, apiKeyId: caller?.apiKeyId ?? null },
    client: !caller || caller.client.id === OPERATOR.id ? null : caller.client,
    operation: request.operation ?? null,
    method: request.method,
    path: pathOf(request).slice(0, MOST_OF_PATH),
    ...{ recordId: null, outcome: 'BEGUN', status: null, problem: null, durationMs: null },
    address: isSentHere ? null : (request.arrivedFrom ?? null),
    userAgent: isSentHere ? null : (headers['user-agent']?.slice(0, MOST_OF_USER_AGENT) ?? null),
    requestId: request.id,
    traceId: trace.split('-')[1] ?? '',
    approvalId,
  };
}

/** What a response with a status means. */
export function outcomeWith(status: number): AuditedCommandResource['outcome'] {
  if (status === 202) return 'AWAITING_APPROVAL';
  if (status < 400) return 'SUCCEEDED';
  return status < 500 ? 'REFUSED' : 'FAILED';
}
