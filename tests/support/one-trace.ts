import { randomBytes } from 'node:crypto';
import { until } from '@corridor/testing';
import { Api } from './api.js';
import type { Collector, ExportedSpan } from './collector.js';
import type { ServiceName } from './composition/composition.js';
import type { Databases, Rows } from './composition/databases.js';
import { createAndMove, instructionFor } from './instruction.js';
import { Receiver } from './receiver.js';
import { DEMO_STAFF } from './staff.js';
import { fundedClient, germanCompany } from './system.js';

/** The steps of one trace. */
export class Trace {
  constructor(readonly spans: readonly ExportedSpan[]) {}

  /** A step and what has caused it, the first cause first, each as `SERVER gateway`. */
  causesOf(span: ExportedSpan): ExportedSpan[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? this.causesOf(parent) : []), span];
  }

  of(kind: string, service: string): ExportedSpan[] {
    return this.spans.filter((one) => one.kind === kind && one.service === service);
  }
}

export const named = (spans: readonly ExportedSpan[]): string[] =>
  spans.map(({ kind, service }) => `${kind} ${service}`);

export interface Story {
  readonly trace: Trace;
  /** The span id that the client has sent as the cause of everything. */
  readonly cause: string;
  readonly instructionId: string;
  /** What must be in no log and no trace. */
  readonly secrets: readonly string[];
}

/** An instruction from its creation to SENT with webhooks, in one trace of its client; and logins and mistakes with secrets. */
export async function instructionInOneTrace(url: string, collector: Collector): Promise<Story> {
  const [traceId, cause] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const receiver = await Receiver.start();
  try {
    const client = await fundedClient({ GBP: 1_000 }, new Api(url, DEMO_STAFF));
    const events = ['payment_instruction.pending', 'payment.sent'];
    const subscribed = await client.api.post('/v1/webhook-subscriptions', {
      targetUrl: receiver.url,
      events,
    });
    const wrongPassword = `wrong ${client.login.password}`;
    for (const password of [client.login.password, wrongPassword])
      await client.api.post('/v1/auth/token', { email: client.login.email, password }, { key: null });
    const iban = 'DE00370400440532013000';
    await client.api.post('/v1/beneficiaries', {
      ...germanCompany,
      bankAccount: { ...germanCompany.bankAccount, iban },
    });
    collector.record();
    const traced = new Api(url, { ...client.api.credential, traceparent: `00-${traceId}-${cause}-01` });
    const body = instructionFor(client.beneficiaryId, { narrative: NARRATIVE });
    const instructionId = await createAndMove(traced, body, 'acknowledge', 'fill', 'send');
    await receiver.has(2);
    const spans = () => collector.spans.filter((one) => one.traceId === traceId);
    await until(() => new Trace(spans()).of('CLIENT', 'webhook-dispatcher').length >= 2);
    await until(() => spans().every(({ parentSpanId }) => isKnown(parentSpanId, cause, spans())));
    const { iban: own, accountHolderName } = germanCompany.bankAccount;
    return {
      ...{ trace: new Trace(spans()), cause, instructionId },
      secrets: [
        ...[client.login.password, wrongPassword, client.api.credential['x-api-key'] ?? ''],
        ...[subscribed.body.data.signingSecret as string, iban, own, accountHolderName, NARRATIVE],
      ],
    };
  } finally {
    await receiver.close();
  }
}

const NARRATIVE = 'canary of the narrative';

const isKnown = (id: string, cause: string, spans: readonly ExportedSpan[]) =>
  id === cause || spans.some(({ spanId }) => spanId === id);

/** The commands on a service in the trace, each with the row of the log that it names. */
export function rowsOf(story: Story, service: ServiceName, databases: Databases): Promise<Rows> {
  const done = story.trace
    .of('INTERNAL', service)
    .map(({ attributes }) => [attributes['corridor.stream_id'], attributes['corridor.stream_version']]);
  return databases.query(
    service,
    `SELECT stream_id, version, caller FROM events
     JOIN json_array_elements($1) AS one ON stream_id = one ->> 0 AND version = (one ->> 1)::int`,
    [JSON.stringify(done)],
  );
}
