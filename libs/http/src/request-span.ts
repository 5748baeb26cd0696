import { type Span, beginSpan } from '@corridor/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './path.js';
import { newTrace, sentTrace } from './traceparent.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** W3C trace context of the request: a step in the trace of the sender, or in a new one. */
    traceparent: string;
    span?: Span | null;
  }
}

/** Begins the step of a request. Its path, query and body are not told: they are what the sender has written. */
export function beginRequest(request: FastifyRequest): void {
  const sent = sentTrace(request.headers['traceparent']);
  request.span = isProbe(request) ? null : beginSpan({ name: request.method, kind: 'SERVER', parent: sent });
  request.traceparent = request.span?.traceparent ?? sent ?? newTrace();
}

export function endRequest(request: FastifyRequest, { statusCode }: Pick<FastifyReply, 'statusCode'>): void {
  const { span, id, method, caller, operation, problemCode, routeOptions } = request;
  if (!span) return;
  const route = request.is404 ? undefined : routeOptions.url;
  if (route) span.rename(`${method} ${route}`);
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': statusCode,
    'corridor.request_id': id,
    'corridor.client_id': caller?.client.id,
    'corridor.operation': operation,
    'corridor.problem': problemCode,
  };
  span.end(attributes, statusCode >= 500 ? (problemCode ?? String(statusCode)) : undefined);
}

/** Of an orchestrator: nobody looks for its trace. */
const isProbe = (request: FastifyRequest) => pathOf(request).startsWith('/health/');
