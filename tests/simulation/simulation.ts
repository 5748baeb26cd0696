import { Chance } from '@corridor/testing';
import { Clients } from './clients.js';
import { type FaultRates, Faults, NO_FAULTS } from './faults.js';
import { violations } from './invariants.js';
import { Machine } from './machine.js';
import type { PlantedBug } from './planted-bugs.js';
import type { Postgres } from './postgres.js';
import { Receivers } from './receivers.js';
import { Broker } from './simulated-carrier.js';
import { simulateGlobals } from './simulated-globals.js';
import type { Surroundings } from './simulated-service.js';
import { unsettled } from './unsettled.js';
import { Workload } from './workload.js';
import { World } from './world.js';

const OPERATIONS = 400;
/** The mean time between two operations. */
const PAUSE_MS = 40;
const PREPARATION_MS = 60_000;
const LOAD_LIMIT_MS = 120_000;
/** In how much simulated time everything is settled after the faults have ended. */
const SETTLE_LIMIT_MS = 600_000;
const LOOK_MS = 2_000;

export interface Result {
  readonly seed: number;
  /** Equal for two runs of one seed. */
  readonly trace: string;
  readonly violations: readonly string[];
  readonly operations: number;
  readonly injected: Readonly<Record<string, number>>;
  /** Simulated time in all. */
  readonly simulatedMs: number;
  readonly log: readonly string[];
}

/** Node imports modules when the first services start, which takes time that no seed draws. */
let isWarm = false;

/** Runs one seed: preparation, operations with faults, healing, and what must hold then. */
export async function simulate(
  seed: number,
  postgres: Postgres,
  { operations = OPERATIONS, bug = {} }: { operations?: number; bug?: PlantedBug } = {},
): Promise<Result> {
  if (!isWarm) {
    isWarm = true;
    await simulate(seed, postgres, { operations: 1 });
  }
  await postgres.empty();
  const machine = new Machine(new Chance(seed));
  const drawn = { ...ratesOf(machine.source('rates')), ...bug.faults };
  const faults = new Faults(machine.source('faults'), NO_FAULTS);
  const around = {
    machine,
    faults,
    broker: new Broker(),
    receivers: new Receivers(),
    log: [] as string[],
    bug,
  };
  const world = new World(around, postgres);
  const clients = new Clients(machine, world, faults);
  const restore = simulateGlobals(machine);
  const found: string[] = [];
  try {
    await run({ around, world, clients, drawn, operations });
    found.push(...(await violations({ postgres, clients, receivers: around.receivers, log: around.log })));
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.endAll();
    restore();
  }
  const { trace, uptimeMs: simulatedMs } = machine;
  return {
    seed,
    trace,
    violations: found,
    operations,
    injected: faults.injected,
    simulatedMs,
    log: around.log,
  };
}

interface Course {
  readonly around: Surroundings;
  readonly world: World;
  readonly clients: Clients;
  readonly drawn: FaultRates;
  readonly operations: number;
}

async function run({
  around: { machine, faults, broker },
  world,
  clients,
  drawn,
  operations,
}: Course): Promise<void> {
  await world.startAll();
  const workload = new Workload(machine.source('workload'), clients);
  for (const prepare of ['prepareClients', 'prepareRecords', 'prepareFunds'] as const) {
    workload[prepare]();
    await machine.run(() => clients.isDone, PREPARATION_MS, 'the preparation');
  }
  faults.begin(drawn);
  const calamities = new Calamities(machine, world, faults, broker);
  calamities.plan(operations * PAUSE_MS);
  let left = operations;
  const next = () => {
    workload.next();
    if (--left > 0) machine.after(machine.about(PAUSE_MS), null, next);
  };
  machine.after(0, null, next);
  await machine.run(() => left === 0, LOAD_LIMIT_MS, 'the operations');
  faults.heal();
  await world.startAll();
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const open = [
      ...(clients.isDone ? [] : ['requests']),
      ...(broker.isDone ? [] : ['messages']),
      ...(clients.isDone && broker.isDone ? await unsettled(world.postgres) : []),
    ];
    if (open.length === 0) return;
    if (waitedMs > SETTLE_LIMIT_MS)
      throw new Error(`not settled in ${SETTLE_LIMIT_MS} simulated ms: ${open.join(', ')}`);
    const untilMs = machine.uptimeMs + LOOK_MS;
    machine.after(LOOK_MS, null, () => undefined);
    await machine.run(() => machine.uptimeMs >= untilMs, LOOK_MS, 'a pause');
  }
}

/** Each kind of fault in about half of the seeds, rarely or often. */
function ratesOf(chance: Chance): FaultRates {
  const drawn = Object.keys(NO_FAULTS).map(
    (name) => [name, chance.happens(0.5) ? chance.of(SHARES) : 0] as const,
  );
  const rates = Object.fromEntries(drawn) as Record<keyof FaultRates, number>;
  // There are some statements for each operation, and all of them have to succeed.
  for (const name of ['lostStatement', 'lostReply', 'failedStatement'] as const) rates[name] /= 10;
  return rates;
}

const SHARES = [0.01, 0.03, 0.1];

/** What happens to whole services. */
class Calamities {
  private readonly chance: Chance;

  constructor(
    private readonly machine: Machine,
    private readonly world: World,
    private readonly faults: Faults,
    private readonly broker: Broker,
  ) {
    this.chance = machine.source('calamities');
  }

  /** @param ms the time in which they happen */
  plan(ms: number): void {
    const { chance } = this;
    for (const [most, act] of this.kinds())
      for (let left = chance.below(most + 1); left > 0; left--)
        this.machine.after(chance.next() * ms, null, () => act(chance.of(this.world.names)));
  }

  private kinds(): [most: number, act: (service: string) => unknown][] {
    const { chance } = this;
    return [
      [4, (service) => this.world.crash(service, chance.between(10, 3_000))],
      [2, (service) => this.cut(`database ${service}`)],
      [2, (service) => this.cut(`carrier ${service}`)],
      [2, (service) => this.cut(`requests ${service}`)],
      [3, (service) => this.jump(service)],
      [1, (service) => this.rewind(service)],
      [1, (service) => this.republish(service)],
    ];
  }

  private cut(what: string): void {
    this.faults.cut(what);
    this.machine.note(`cut ${what}`);
    this.machine.after(this.chance.between(50, 8_000), null, () => this.faults.mend(what));
  }

  private jump(service: string): void {
    const life = this.world.lifeOf(service);
    if (!life) return;
    life.clockMs += this.chance.between(-4_000, 4_000);
    this.faults.count('clock jump');
  }

  private rewind(service: string): void {
    this.broker.rewind(service);
    this.faults.count('rewind');
  }

  private async republish(service: string): Promise<void> {
    await this.world.postgres
      .of(service)
      .rows('UPDATE events SET seq = NULL WHERE seq IS NOT NULL AND position % 2 = 0');
    this.faults.count('republication');
  }
}
