import { Readable } from 'node:stream';
import { Database, isUnavailable } from '@corridor/event-store';
import type { AuditedCommandResource } from '@corridor/gateway-contract';
import { type HttpAdapter, OPERATOR, outcomeOf, pathOf, refuseInstead } from '@corridor/http';
import { type Caller, Clock, refuse, timestamp } from '@corridor/kernel';
import { Ids, Job, Readiness } from '@corridor/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfProvider } from '../forwarding/routes.js';
import { commandIn, outcomeWith } from './audited-command.js';

/** How long an entry of a client's command waits to be written with others. */
const WAIT_MS = 100;
/** How many wait at most, and how many of those that came without a credential: nobody can crowd out those of clients. */
const MOST_WAITING = 10_000;
const MOST_UNKNOWN_WAITING = 1_000;
const MOST_AT_ONCE = 1_000;

const NOT_RECORDED = 'The outcome could not be recorded. Repeat the request with the same idempotency key.';

const INSERT = `INSERT INTO audited_command
    (id, client_id, created_on, by_id, of_client, operation, record_id, outcome, status, problem, request_id, data)
  SELECT id, '${OPERATOR.id}', created_on, by_id, of_client, operation, record_id, outcome, status, problem, request_id, data::json
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::text[], $10::text[], $11::text[])
    AS entry (id, created_on, by_id, of_client, operation, record_id, outcome, status, problem, request_id, data)
  ON CONFLICT (id) DO NOTHING`;

const COMPLETE = `UPDATE audited_command
  SET operation = $2, record_id = $3, outcome = $4, status = $5, problem = $6, data = $7::json
  WHERE id = $1 AND outcome = 'BEGUN'`;

/**
 * The audit: every command, who sent it and what became of it. One of staff is written before it is executed, and its outcome before its
 * response is sent. The others wait to be written together: a process that is killed loses those of the last {@link WAIT_MS}.
 */
@Injectable()
export class Audit extends Job implements OnModuleInit {
  /** Those of staff that are being executed. */
  private readonly begun = new WeakMap<FastifyRequest, AuditedCommandResource>();
  private waiting: AuditedCommandResource[] = [];
  private unknownWaiting = 0;
  private lost = 0;
  private reported = 0;

  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly host: HttpAdapterHost<HttpAdapter>,
    readiness: Readiness,
  ) {
    super(WAIT_MS);
    readiness.reports('gateway audit', async () => {
      if (this.lost > 0) throw refuse('unavailable', `lost since the process started: ${this.lost}`);
    });
  }

  onModuleInit(): void {
    const { httpAdapter } = this.host;
    httpAdapter.onOutcome = (request, reply, payload) => this.note(request, reply, payload);
    // After the last response, before the database is closed.
    httpAdapter.getInstance().addHook('onClose', () => this.end());
  }

  /** Before a command of staff is executed. @throws the error of the database: then it must not be executed */
  async begin(request: FastifyRequest, caller: Caller): Promise<void> {
    const entry = this.entryOf(request, caller);
    await this.write([entry]);
    this.begun.set(request, entry);
  }

  private note(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<string | undefined> | undefined {
    // Everybody can send callbacks: those that nobody has signed would fill the audit.
    if (isOfProvider(pathOf(request)) && [401, 429].includes(reply.statusCode)) return undefined;
    const begun = this.begun.get(request);
    const entry = {
      ...(begun ?? this.entryOf(request, request.caller)),
      ...outcomeOf(request, reply, payload),
      outcome: outcomeWith(reply.statusCode),
      status: reply.statusCode,
      durationMs: Math.round(performance.now() - (request.arrivedAt ?? 0)),
    };
    if (begun) return this.orRefused(this.complete(entry), reply, payload);
    if (request.caller?.client.id === OPERATOR.id) return this.orRefused(this.write([entry]), reply, payload);
    this.add(entry);
    return undefined;
  }

  private entryOf(request: FastifyRequest, caller: Caller | undefined): AuditedCommandResource {
    const sinceArrival = performance.now() - (request.arrivedAt ?? performance.now());
    const on = timestamp(new Date(this.clock.now().getTime() - sinceArrival));
    return commandIn(request, caller, { id: this.ids.next('aud'), on });
  }

  /** Nobody learns the outcome of a command of staff that the audit does not know. */
  private async orRefused(
    written: Promise<unknown>,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<string | undefined> {
    try {
      await written;
      return undefined;
    } catch (error) {
      this.log.error(`the outcome of ${reply.request.id} is not in the audit: ${String(error)}`);
      if (payload instanceof Readable) payload.destroy();
      return refuseInstead(reply, refuse('unavailable', NOT_RECORDED));
    }
  }

  private add(entry: AuditedCommandResource): void {
    const isUnknown = entry.client === null;
    const isFull =
      this.waiting.length >= MOST_WAITING || (isUnknown && this.unknownWaiting >= MOST_UNKNOWN_WAITING);
    if (isFull) return void this.lost++;
    this.waiting.push(entry);
    if (isUnknown) this.unknownWaiting++;
  }

  /** Writes what waits. If the database is away, it goes on waiting. */
  protected override async turn(): Promise<void> {
    while (this.waiting.length > 0 && (await this.writeSome()));
    if (this.lost === this.reported) return;
    this.log.error(`lost ${this.lost - this.reported} entries of the audit, ${this.lost} since the start`);
    this.reported = this.lost;
  }

  /** @returns false if the database is away */
  private async writeSome(): Promise<boolean> {
    const entries = this.waiting.slice(0, MOST_AT_ONCE);
    try {
      await this.write(entries);
    } catch (error) {
      if (isUnavailable(error)) return false;
      this.log.error(error);
      this.lost += entries.length;
    }
    this.waiting = this.waiting.slice(entries.length);
    this.unknownWaiting -= entries.filter(({ client }) => client === null).length;
    return true;
  }

  private async end(): Promise<void> {
    await this.task.stop();
    await this.turn();
    if (this.waiting.length > 0)
      this.log.error(`lost ${this.waiting.length} entries of the audit: the database is away at the end`);
  }

  private write(entries: readonly AuditedCommandResource[]): Promise<unknown> {
    const column = <T>(of: (entry: AuditedCommandResource) => T) => entries.map(of);
    return this.database.query(INSERT, [
      column(({ id }) => id),
      column(({ on }) => on),
      column(({ by }) => by?.id ?? null),
      column(({ client }) => client?.id ?? null),
      column(({ operation }) => operation),
      column(({ recordId }) => recordId),
      column(({ outcome }) => outcome),
      column(({ status }) => status),
      column(({ problem }) => problem),
      column(({ requestId }) => requestId),
      column((entry) => JSON.stringify(entry)),
    ]);
  }

  private complete(entry: AuditedCommandResource): Promise<unknown> {
    const { id, operation, recordId, outcome, status, problem } = entry;
    return this.database.query(COMPLETE, [
      ...[id, operation, recordId, outcome, status, problem],
      JSON.stringify(entry),
    ]);
  }
}
