import { until } from '@corridor/testing';
import type { Api } from './api.js';
import { SERVICES } from './composition/composition.js';

const path = (service: string, what: string) => `/operator/v1/ops/${service}/${what}`;

/** Starts a run of a service. @returns its id */
export async function startRun(
  operator: Api,
  service: string,
  what: string,
  body: object = {},
): Promise<string> {
  const {
    status,
    text,
    body: started,
  } = await operator.post(path(service, what), { ...body, dryRun: false });
  if (status !== 200) throw new Error(`${service} ${what}: ${status} ${text}`);
  return started.data.id as string;
}

/** Resolves when a run is DONE. @throws Error if it ends otherwise */
export async function runIsDone(
  operator: Api,
  service: string,
  id: string,
): Promise<Record<string, unknown>> {
  let run: Record<string, unknown> = {};
  await until(async () => {
    const { status, body } = await operator.get(path(service, `runs/${id}`));
    if (status === 200) run = body.data;
    return status === 200 && run['status'] !== 'RUNNING';
  });
  if (run['status'] !== 'DONE') throw new Error(JSON.stringify(run));
  return run;
}

/** What keeps the relays of services from publishing, by service. */
export async function heldRelays(operator: Api): Promise<string[]> {
  const { body } = await operator.get('/operator/v1/ops/status');
  return (body.data?.services ?? [])
    .filter((one: any) => /lost/.test(one.report?.relay.problem ?? ''))
    .map((one: any) => one.service as string);
}

/** Each consumer, with its service: the index of timelines is one of the gateway. */
const CONSUMERS = [...SERVICES.map((service) => [service, service]), ['gateway', 'timeline']] as const;

/** All messages that Kafka has are delivered again, to all consumers. Resolves when that has begun. */
export async function rewindAll(operator: Api): Promise<void> {
  const runs = await Promise.all(
    CONSUMERS.map(async ([service, consumer]) => {
      const id = await startRun(operator, service, 'consumer/rewind', { consumer });
      return [service, id] as const;
    }),
  );
  for (const [service, id] of runs) await runIsDone(operator, service, id);
}
