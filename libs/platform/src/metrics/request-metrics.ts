import { isTracing } from '@corridor/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exemplarOf } from './exemplar.js';
import type { Metrics } from './metrics.js';

/** In seconds. Few: there are several hundred routes. */
const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5];

/**
 * Measures requests, from their headers until the response is sent. A route is a pattern, such as `/v1/payments/:id`: behind the
 * gateway that of the service, at the gateway the prefix that it forwards. A stream of events is none: it lasts as long as its reader likes.
 */
export function measureRequests(fastify: FastifyInstance, service: string, metrics: Metrics): void {
  const duration = metrics.histogram(
    'http_request_duration_seconds',
    { help: 'HTTP requests, until the response is sent', labels: ['method', 'route', 'status'] },
    BUCKETS,
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return done();
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const labels = { service, method: request.method, route, status };
    duration.observe({ labels, value: reply.elapsedTime / 1000, ...exemplarOf(traceOf(request)) });
    done();
  });
}

/** None of a probe while traces are exported: it is not among them. */
const traceOf = ({ span, traceparent }: FastifyRequest) => (span || !isTracing() ? traceparent : undefined);
