import cluster, { type Worker } from 'node:cluster';
import { refuse } from '@corridor/kernel';
import { EventCarrier } from '@corridor/messaging';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { Readiness } from '../health/readiness.js';

/** A process asks how the one with the messages is. The first process adds the id of the one that asks. */
interface Request {
  readonly healthFor: number;
}

interface Response {
  readonly to: number;
  /** Names and messages of what is not up there. */
  readonly missing: readonly string[];
}

/**
 * Reports, in a process that only handles requests, how the one with the messages is. Without that one requests are accepted,
 * and messages wait. The first process passes on the requests and responses.
 */
@Injectable()
export class MessagesHealth {
  private waiting: ((response: Response) => void)[] = [];

  constructor(
    carrier: EventCarrier,
    private readonly readiness: Readiness,
    private readonly health: HealthCheckService,
  ) {
    if (!cluster.isWorker) return;
    if (!carrier.isHere) readiness.reports('messages', () => this.ask());
    process.on('message', (message) => {
      if (isRequest(message)) void this.respond(message);
      if (isResponse(message)) for (const resolve of this.waiting.splice(0)) resolve(message);
    });
  }

  private async ask(): Promise<void> {
    const response = new Promise<Response>((resolve) => this.waiting.push(resolve));
    process.send?.({ healthFor: 0 } satisfies Request);
    const { missing } = await response;
    if (missing.length > 0) throw refuse('unavailable', missing.join('; '));
  }

  private async respond({ healthFor }: Request): Promise<void> {
    const { details } = await this.health.check(this.readiness.indicators).catch((error: unknown) => {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return error.getResponse() as HealthCheckResult;
    });
    const missing = Object.entries(details).filter(([, { status }]) => status !== 'up');
    const texts = missing.map(([name, reported]) => `${name}: ${String(reported['message'])}`);
    process.send?.({ to: healthFor, missing: texts } satisfies Response);
  }
}

/** In the first process. @param messages the process with the messages, while there is one */
export function passOnHealth(messages: () => Worker | null): void {
  cluster.on('message', (worker, message: unknown) => {
    if (isRequest(message)) sendTo(messages(), { healthFor: worker.id });
    if (isResponse(message)) sendTo(cluster.workers?.[message.to], message);
  });
}

/** A process that has ended gets nothing; who waits for it notices by a timeout. */
function sendTo(worker: Worker | null | undefined, message: Request | Response): void {
  if (worker?.isConnected()) worker.send(message);
}

const isRequest = (message: unknown): message is Request => has(message, 'healthFor');

const isResponse = (message: unknown): message is Response => has(message, 'missing');

const has = (message: unknown, key: string) =>
  typeof message === 'object' && message !== null && key in message;
