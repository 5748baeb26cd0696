import {
  Database,
  EventStore,
  SecretCipher,
  type StoredResponse,
  UndecipherableError,
} from '@corridor/event-store';
import {
  type AskedCommand,
  type HttpAdapter,
  OPERATOR,
  callerOf,
  pathOf,
  problemOf,
  systemCaller,
} from '@corridor/http';
import { type Caller, Clock, type Reference, type Refusal, nowOf, refuse, timestamp } from '@corridor/kernel';
import { Ids, Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { OwnRequests } from '../authentication/own-requests.js';
import { type GatewaySettings, gatewaySettings } from '../gateway-settings.js';
import { StaffIdentities, staffCaller } from '../staff/staff-identities.js';
import { withNames } from './client-names.js';
import { type Approval, type Asked, type Outcome, approval, ask, carriedOut, expire } from './approval.js';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 5_000;
/** How long the process that a command was approved in has to send it, before any process does. */
const LEFT_ALONE_MS = 30_000;
const MOST_AT_ONCE = 100;
/** Encrypts the bodies of commands that have fields which nobody may see: `@Inject(BODY_CIPHER) cipher: SecretCipher`. */
export const BODY_CIPHER = Symbol('body cipher');

const GONE = 'Whoever asked for it is disabled, or the key that they used is revoked or has expired.';
const UNREADABLE = 'CALLER_SECRET was replaced, so the command cannot be read any more. Ask for it again.';

type Given = Approval & { readonly asked: Asked; readonly approvedBy: Reference };

/**
 * Keeps the commands that need a second person, and sends each of them once more when it is approved: to this process, which forwards it
 * if another service owns it. Its idempotency key makes that one effect, however often it is sent.
 */
@Injectable()
export class Approvals extends Job implements OnModuleInit {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly identities: StaffIdentities,
    private readonly own: OwnRequests,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly host: HttpAdapterHost<HttpAdapter>,
    @Inject(BODY_CIPHER) private readonly cipher: SecretCipher,
    @Inject(gatewaySettings.KEY) private readonly settings: GatewaySettings,
    @Inject(platformSettings.KEY) private readonly platform: PlatformSettings,
  ) {
    super(INTERVAL_MS);
  }

  onModuleInit(): void {
    const { httpAdapter } = this.host;
    httpAdapter.problems.keepForApproval = async (asked, request, reply) =>
      void httpAdapter.reply(reply, await this.keep(asked, request));
  }

  /** The response to a command that needs a second person: its approval, the same one for a repeated request. */
  async keep(asked: AskedCommand, request: FastifyRequest): Promise<StoredResponse> {
    const caller = callerOf(request);
    const { user, apiKeyId, correlationId: requestId, traceparent } = caller;
    if (!user || caller.client.id !== OPERATOR.id)
      throw new Error(
        `${asked.idempotency.operation} needs a second person, and no member of staff asks for it`,
      );
    const { kind, permission, hidden, idempotency, effectDigest } = asked;
    const effect = await withNames(asked.effect, this.database);
    const body = bodyOf(request);
    const visible =
      body && Object.fromEntries(Object.entries(body).filter(([name]) => !hidden.includes(name)));
    const isSealed = hidden.some((name) => body?.[name] !== undefined);
    const reason = typeof body?.['reason'] === 'string' ? body['reason'] : null;
    const details: Asked = {
      ...{ kind, effect, reason, operation: idempotency.operation, permission },
      ...(effectDigest !== undefined && { effectDigest }),
      ...{ method: request.method as Asked['method'], path: pathOf(request), body: visible },
      sealed: isSealed ? this.cipher.encrypt(JSON.stringify(body)) : null,
      ...{ askedBy: user, askedWithKey: apiKeyId, requestId, traceparent },
      expiresOn: timestamp(new Date(this.clock.now().getTime() + this.settings.approvalHours * HOUR_MS)),
    };
    const id = this.ids.next('apr', { caller, idempotency });
    return this.store.handle(approval, id, (state) => ask(state, details), { caller, idempotency });
  }

  /** Sends an approved command and records what became of it. Without an answer that is final, it is sent again later. */
  async carryOut(id: string): Promise<void> {
    try {
      const state = await this.store.state(approval, id);
      if (state.status !== 'APPROVED' || state.outcome) return;
      const outcome = await this.send(id, state as Given);
      if (!outcome) return;
      const caller = systemCaller(this.platform.environment, OPERATOR, state.asked?.requestId);
      await this.store.handle(approval, id, (now) => carriedOut(now, outcome), { caller });
    } catch (error) {
      this.log.error(`${id} is approved and not carried out: ${String(error)}`);
    }
  }

  /** @returns null if it is not known what became of it */
  private async send(id: string, { asked, approvedBy }: Given): Promise<Outcome | null> {
    const { requestId, traceparent, method, path, body, sealed, effectDigest } = asked;
    const { environment } = this.platform;
    const payload = sealed === null ? body && JSON.stringify(body) : this.unsealed(sealed);
    if (payload === undefined) return refused(refuse('unavailable', UNREADABLE), asked);
    const asker = await this.identities.byAsker(asked.askedBy.id, asked.askedWithKey);
    if (!asker) return refused(refuse('permission_required', GONE), asked);
    const caller: Caller = {
      ...staffCaller(asker, { environment, requestId, traceparent }),
      approved: { id, by: approvedBy, ...(effectDigest !== undefined && { effectDigest }) },
    };
    const response = await this.own.send(caller, {
      method,
      url: path,
      headers: {
        ...(payload !== null && { 'content-type': 'application/json' }),
        'x-idempotency-key': `approval-${id}`,
      },
      ...(payload !== null && { payload }),
    });
    const { statusCode: status } = response;
    const isOpen = status >= 500 || response.headers['retry-after'] !== undefined;
    if (isOpen) {
      this.log.warn(`${id} is approved and will be sent again: the response was ${status}`);
      return null;
    }
    const json = JSON.parse(response.body) as { readonly data?: object };
    const succeeded = status < 300;
    return {
      succeeded,
      status,
      response: succeeded ? (json.data ?? null) : null,
      problem: succeeded ? null : json,
    };
  }

  /** @returns undefined for what was encrypted with an earlier CALLER_SECRET */
  private unsealed(sealed: string): string | undefined {
    try {
      return this.cipher.decrypt(sealed);
    } catch (error) {
      if (!(error instanceof UndecipherableError)) throw error;
      return undefined;
    }
  }

  /** Ends what nobody has decided in time, and sends what a process that ended has left. */
  protected async turn(): Promise<void> {
    const at = nowOf(this.clock);
    const before = timestamp(new Date(this.clock.now().getTime() - LEFT_ALONE_MS));
    const due = await this.database.query<{ id: string; status: string }>(
      `SELECT id, status FROM approval
       WHERE (status = 'AWAITING_APPROVAL' OR (status = 'APPROVED' AND (data ->> 'outcome') IS NULL))
         AND CASE status WHEN 'APPROVED' THEN data ->> 'decidedOn' <= $1 ELSE data ->> 'expiresOn' <= $2 END
       ORDER BY id LIMIT ${MOST_AT_ONCE}`,
      [before, at],
    );
    for (const { id, status } of due) await (status === 'APPROVED' ? this.carryOut(id) : this.end(id));
  }

  private async end(id: string): Promise<void> {
    const caller = systemCaller(this.platform.environment, OPERATOR);
    await this.store.handle(approval, id, (state) => expire(state, { at: nowOf(this.clock) }), { caller });
  }
}

function refused(refusal: Refusal, { path, requestId }: Asked): Outcome {
  const problem = problemOf(refusal, path, requestId);
  return { succeeded: false, status: problem.status, response: null, problem };
}

/** A forwarded body is bytes, which its owner has read before. */
function bodyOf({ body }: FastifyRequest): Record<string, unknown> | null {
  if (!Buffer.isBuffer(body)) return (body ?? null) as Record<string, unknown> | null;
  return body.length === 0 ? null : (JSON.parse(body.toString()) as Record<string, unknown>);
}
