import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '@corridor/testing';
import { patientClient } from '../support/composition/patient-client.js';
import { EVERY_KEY, violationsBesideGaps } from '../support/composition/invariants.js';
import { Receiver } from '../support/receiver.js';
import { check } from './checker.js';
import { ChaosClient } from './client.js';
import { type Fault, type Struck, catalogue } from './faults.js';
import { type Subscriber, finalState } from './final.js';
import type { Final, Operation, Outcome, Violation } from './history.js';
import { unnoticed } from './rules/events.js';
import { Workload } from './workload.js';

const CLIENTS = 3;
const PROGRAMS = 2;
const OPENING = 100_000;
/** How many faults last at once. */
const TRACKS = 2;
const BETWEEN_FAULTS_MS = [100, 700] as const;
/** Within which everything is ready and settled after the last fault: far longer than it takes, on a busy machine as well. */
const SETTLE_MS = 300_000;
/** After which a request without a response is repeated: a fault may have left its connection half open. */
const PATIENCE_MS = 20_000;

export interface Outcomes {
  /** `<kind>` and how often. */
  readonly faults: Readonly<Record<string, number>>;
  readonly operations: Readonly<Record<Outcome, number>>;
  readonly violations: readonly Violation[];
  /** From the last fault to the time when everything was settled. */
  readonly settledMs: number;
}

interface Participant extends Subscriber {
  readonly client: ChaosClient;
}

/** Of all rounds on a composition. */
export interface Known {
  /** Of instructions and payments. */
  readonly statuses: Map<string, string>;
  /** Keys of operations that clients gave up: a response is stored for the client that waits for it or asks again. */
  readonly givenUp: Set<string>;
}

/** Clients work while faults happen; then everything heals and settles, and the history is checked. */
export async function round(
  struck: Struck,
  { name, faults, chance, known }: { name: string; faults: number; chance: Chance; known: Known },
): Promise<Outcomes> {
  const participants = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => participant(struck, `${name}C${n}`, chance.child(n))),
  );
  const endedBefore = struck.composition.endedUnexpectedly.length;
  const made = await whileWorking(participants, chance, () => strike(struck, faults, chance));
  const healedMs = performance.now();
  const first = await settled(struck, participants, known);
  const settledMs = performance.now() - healedMs;
  const unanswered = await repeated(participants);
  const { final, missing } = await settled(struck, participants, known);
  const operations = participants.flatMap(({ client }) => client.operations);
  const sightings = participants.flatMap(({ client }) => client.sightings);
  await Promise.all(participants.map(({ receiver }) => receiver.close()));
  return {
    faults: countedBy(made, ({ kind }) => kind),
    operations: outcomesOf(operations),
    violations: [
      ...first.missing,
      ...unanswered,
      ...missing,
      ...check({ operations, sightings, final }),
      ...participants.flatMap(({ client }) =>
        client.defects.map((what) => ({ rule: 'a response is one that a client understands', what })),
      ),
      ...struck.composition.endedUnexpectedly.slice(endedBefore).map(({ ended, exitCode, tail }) => ({
        rule: 'no process ends by itself',
        what: `${ended}: ${exitCode}\n${tail}`,
      })),
    ],
    settledMs,
  };
}

/** A client with money and a subscription to all events. */
async function participant({ composition }: Struck, code: string, chance: Chance): Promise<Participant> {
  const patient = await patientClient(composition.url, code, PATIENCE_MS);
  const { api, clientId, beneficiaryId } = patient;
  const receiver = await Receiver.start();
  const types: string[] = await patient.read('/v1/reference-data/webhook-subscriptions/events');
  const events = types.filter((type) => type !== 'ping');
  const created = await patient.command('/v1/webhook-subscriptions', { targetUrl: receiver.url, events });
  for (const ccyCode of ['GBP', 'EUR']) await patient.command('/v1/wallets', { ccyCode });
  const client = new ChaosClient(composition.url, api.credential, clientId, beneficiaryId, chance);
  const workload = new Workload(client, chance);
  for (const ccyCode of ['GBP', 'EUR']) while (!(await workload.credit(ccyCode, OPENING))) await sleep(100);
  const { id: subscription, signingSecret } = created.body.data;
  return { api, clientId, subscription, signingSecret, receiver, client };
}

async function whileWorking<T>(
  participants: readonly Participant[],
  chance: Chance,
  deed: () => Promise<T>,
): Promise<T> {
  let goOn = true;
  const programs = participants.flatMap(({ client }, n) =>
    Array.from({ length: PROGRAMS }, (_, m) =>
      new Workload(client, chance.child(100 * n + m)).work(() => goOn),
    ),
  );
  try {
    return await deed();
  } finally {
    goOn = false;
    for (const { client } of participants) client.isLeaving = true;
    await Promise.all(programs);
    for (const { client } of participants) client.isLeaving = false;
  }
}

/** Faults on several tracks at once, each on something else. */
async function strike(struck: Struck, count: number, chance: Chance): Promise<Fault[]> {
  const made: Fault[] = [];
  const busy = new Set<string>();
  let left = count;
  const track = async () => {
    while (left > 0) {
      await sleep(chance.between(...BETWEEN_FAULTS_MS));
      const fault = chance.of(chance.of(catalogue(struck, chance)));
      if (busy.has(fault.target) || left-- <= 0) continue;
      busy.add(fault.target);
      made.push(fault);
      await fault.make();
      busy.delete(fault.target);
    }
  };
  await Promise.all(Array.from({ length: TRACKS }, track));
  return made;
}

/**
 * What is there when everything has settled; after a while, with what is missing for that.
 *
 * @throws Error if it does not work by then
 */
async function settled(
  struck: Struck,
  participants: readonly Participant[],
  known: Known,
): Promise<{ readonly final: Final; readonly missing: Violation[] }> {
  const deadline = Date.now() + SETTLE_MS;
  let outage = 'not looked';
  while (outage) {
    outage = await outageOf(struck, participants);
    if (outage) await sleep(200);
    if (outage && Date.now() > deadline)
      throw new Error(`it does not work when the faults are over: ${outage}`);
  }
  for (; ; await sleep(500)) {
    const isLast = Date.now() > deadline;
    const seen = await seenBy(struck, participants, known).catch((error: unknown) => {
      if (isLast) throw error;
    });
    if (seen && (isLast || seen.missing.length === 0)) return seen;
  }
}

/** @throws Error if something cannot be read at the moment */
async function seenBy(struck: Struck, participants: readonly Participant[], known: Known) {
  const final = await finalState(participants, struck.databases);
  note(participants, final, known);
  const what = await unsettledOf(struck, final, known);
  return { final, missing: what ? [{ rule: 'everything settles when the faults are over', what }] : [] };
}

/** Every process is ready, and each client can do everything. */
async function outageOf({ composition }: Struck, participants: readonly Participant[]): Promise<string> {
  const down = await notReady(composition.processUrls);
  if (down) return down;
  const works = participants.map(async ({ client }) => {
    const workload = new Workload(client, new Chance(1));
    return (
      (await workload.credit('GBP', 1_000)) && (await workload.credit('EUR', 1_000)) && workload.pipeline()
    );
  });
  return (await Promise.all(works)).every(Boolean) ? '' : 'a client cannot work';
}

async function unsettledOf({ databases }: Struck, final: Final, known: Known): Promise<string> {
  const broken = await violationsBesideGaps(databases, known.statuses);
  const unanswered = broken[EVERY_KEY]?.filter(({ key }) => !known.givenUp.has(key as string)) ?? [];
  delete broken[EVERY_KEY];
  const unsent = final.notifications.filter(({ isSent }) => !isSent).length;
  const late = unnoticed(final).length;
  return [
    ...Object.entries(broken).map(([what, rows]) => `${what}: ${JSON.stringify(rows.slice(0, 5))}`),
    ...(unanswered.length > 0 ? [`${EVERY_KEY}: ${JSON.stringify(unanswered)}`] : []),
    ...(unsent > 0 ? [`${unsent} notifications are not sent`] : []),
    ...(late > 0 ? [`${late} events have no notification`] : []),
  ].join('; ');
}

async function notReady(urls: readonly string[]): Promise<string> {
  for (const url of urls) {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => null,
    );
    if (response?.status !== 200) return `${url}: ${response?.status} ${await response?.text()}`;
    await response.body?.cancel();
  }
  return '';
}

/** Half of what clients did not hear of, and some of what they did: one effect, and the same response. */
async function repeated(participants: readonly Participant[]): Promise<Violation[]> {
  const unanswered: Violation[] = [];
  const deadline = Date.now() + SETTLE_MS;
  const again = ({ outcome }: Operation, i: number) => i % (outcome === 'ok' ? 5 : 2) === 0;
  await Promise.all(
    participants.map(async ({ client }) => {
      for (const operation of client.operations.filter(again))
        if (!(await client.repeat(operation, () => Date.now() > deadline)))
          unanswered.push({
            rule: 'every request has a response when the faults are over',
            what: operation.key,
          });
    }),
  );
  return unanswered;
}

function note(participants: readonly Participant[], { records }: Final, { statuses, givenUp }: Known): void {
  for (const { kind, id, statuses: reached } of records)
    if (kind === 'instruction' || kind === 'payment') statuses.set(id, reached.at(-1) ?? '');
  for (const { client } of participants)
    for (const { key, outcome } of client.operations)
      if (outcome === 'ok') givenUp.delete(key);
      else givenUp.add(key);
}

const outcomesOf = (operations: readonly Operation[]): Record<Outcome, number> => ({
  ok: 0,
  fail: 0,
  unknown: 0,
  ...countedBy(operations, ({ outcome }) => outcome),
});

export function countedBy<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1;
  return counts;
}
