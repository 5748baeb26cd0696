import { Database } from '@corridor/event-store';
import type { LoggedRequestResource } from '@corridor/gateway-contract';
import { type HttpAdapter, OPERATOR } from '@corridor/http';
import { Clock, timestamp } from '@corridor/kernel';
import { Ids, Job, ServiceMetrics } from '@corridor/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redactedBody, redactedPath } from './redaction.js';

/** How long an entry waits to be written with others. */
const WAIT_MS = 1_000;
/** How many are written then, and how many of them of one key: a program that sends more crowds out nobody. */
const MOST_WAITING = 1_000;
const MOST_OF_KEY = 200;

interface Entry {
  readonly clientId: string;
  readonly logged: LoggedRequestResource;
}

const INSERT = `INSERT INTO logged_request (id, client_id, created_on, client_user_id, api_key_id, status, request_id, data)
  SELECT id, client_id, created_on, client_user_id, api_key_id, status, request_id, data::json
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[])
    AS entry (id, client_id, created_on, client_user_id, api_key_id, status, request_id, data)`;

/**
 * The requests that were sent with API keys of clients (ADR 99). No request waits for it: what cannot be kept until the next turn, or
 * be written in it, is dropped and counted.
 */
@Injectable()
export class RequestLog extends Job implements OnModuleInit {
  private waiting: Entry[] = [];
  private readonly ofKey = new Map<string, number>();
  private readonly dropped: (labels?: Readonly<Record<string, string>>, by?: number) => void;

  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly host: HttpAdapterHost<HttpAdapter>,
    metrics: ServiceMetrics,
  ) {
    super(WAIT_MS);
    this.dropped = metrics.counts('logged_requests_dropped_total', {
      help: 'Requests that are not in the log of requests: there were too many, or the database was away',
    });
  }

  onModuleInit(): void {
    const { httpAdapter } = this.host;
    httpAdapter.onResponded = (request, reply) => this.note(request, reply);
    // After the last response, before the database is closed.
    httpAdapter.getInstance().addHook('onClose', () => this.end());
  }

  private note(request: FastifyRequest, reply: FastifyReply): void {
    const { caller } = request;
    if (!caller?.user || caller.apiKeyId === null || caller.client.id === OPERATOR.id) return;
    const count = this.ofKey.get(caller.apiKeyId) ?? 0;
    if (this.waiting.length >= MOST_WAITING || count >= MOST_OF_KEY) return this.dropped();
    this.ofKey.set(caller.apiKeyId, count + 1);
    const durationMs = Math.round(reply.elapsedTime);
    this.waiting.push({
      clientId: caller.client.id,
      logged: {
        id: this.ids.next('lrq'),
        on: timestamp(new Date(this.clock.now().getTime() - durationMs)),
        ...{ apiKeyId: caller.apiKeyId, clientUserId: caller.user.id },
        ...{ method: request.method, path: redactedPath(request.url) },
        ...{ status: reply.statusCode, problem: request.problemCode ?? null },
        isReplay: reply.getHeader('idempotent-replayed') === 'true',
        ...{ durationMs, requestId: request.id },
        body: redactedBody(request.bytes ?? (Buffer.isBuffer(request.body) ? request.body : null)),
      },
    });
  }

  protected override async turn(): Promise<void> {
    const entries = this.waiting;
    if (entries.length === 0) return;
    this.waiting = [];
    this.ofKey.clear();
    try {
      await this.write(entries);
    } catch (error) {
      this.dropped({}, entries.length);
      throw error;
    }
  }

  private async end(): Promise<void> {
    await this.task.stop();
    await this.task.turn();
  }

  private write(entries: readonly Entry[]): Promise<unknown> {
    const column = <T>(of: (entry: LoggedRequestResource) => T) => entries.map(({ logged }) => of(logged));
    return this.database.query(INSERT, [
      column(({ id }) => id),
      entries.map(({ clientId }) => clientId),
      column(({ on }) => on),
      column(({ clientUserId }) => clientUserId),
      column(({ apiKeyId }) => apiKeyId),
      column(({ status }) => status),
      column(({ requestId }) => requestId),
      column((logged) => JSON.stringify(logged)),
    ]);
  }
}
