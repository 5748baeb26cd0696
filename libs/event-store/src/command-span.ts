import { Refusal } from '@corridor/kernel';
import { type Span, beginSpan, isTracing } from '@corridor/tracing';
import type { Command } from './command-batch.js';
import type { Settled } from './command-executor.js';

type Execute = (command: Command) => Promise<Settled>;

/** Executes a command as a step of its caller's trace; what it causes follows from that step. */
export const traced = (service: string, command: Command, execute: Execute): Promise<Settled> =>
  isTracing() ? asStep(service, command, execute) : execute(command);

async function asStep(service: string, command: Command, execute: Execute): Promise<Settled> {
  const { registration, streamId, caller } = command;
  const aggregate = registration.aggregate.name;
  const span = beginSpan({
    ...{ service, name: `command on ${aggregate}`, kind: 'INTERNAL', parent: caller.traceparent },
    attributes: {
      'corridor.aggregate': aggregate,
      'corridor.stream_id': streamId,
      'corridor.request_id': caller.correlationId,
    },
  });
  if (!span) return execute(command);
  try {
    const done = await execute({ ...command, caller: { ...caller, traceparent: span.traceparent } });
    end(span, done);
    return done;
  } catch (error) {
    failed(span, error);
    throw error;
  }
}

function end(span: Span, done: Settled): void {
  if (done.kind === 'repeated') span.end({ 'corridor.outcome': 'repeated' });
  else span.end({ 'corridor.outcome': 'done', 'corridor.stream_version': done.stream.version });
}

/** A refusal is not a failure. */
function failed(span: Span, error: unknown): void {
  if (error instanceof Refusal) span.end({ 'corridor.outcome': error.code });
  else span.end({ 'corridor.outcome': 'failed' }, (error as Error).name);
}
