import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@corridor/testing';
import type { Composition, ProcessName } from '../support/composition/composition.js';
import type { Databases } from '../support/composition/databases.js';
import { SERVICES, type ServiceName } from '../support/composition/composition.js';
import { NETWORK_FAULTS } from '../support/tcp-proxy.mjs';

/** One fault, and what it strikes. It is over when `make` resolves. */
export interface Fault {
  readonly kind: string;
  /** Two faults never strike the same at once. */
  readonly target: string;
  readonly make: () => Promise<void>;
}

export interface Struck {
  readonly composition: Composition;
  readonly databases: Databases;
}

const PAUSE_MS = [0, 1_000] as const;
const FROZEN_MS = [300, 3_000] as const;
const NETWORK_MS = [300, 3_000] as const;
/** For a process that cannot start while another fault lasts, as by an orchestrator. */
const ATTEMPTS = 30;

/** Every fault that a composition can have, by group. A run draws a group, then one of its faults. */
export function catalogue({ composition, databases }: Struck, chance: Chance): readonly (readonly Fault[])[] {
  const isDistributed = composition.brokers[0] !== '';
  const processes: readonly ProcessName[] = isDistributed ? SERVICES : ['all-in-one'];
  return [
    [
      ...processes.map((name) => killed(composition, name, chance)),
      ...(isDistributed ? [killedKafka(composition, chance), killedRedis(composition, chance)] : []),
      killedPostgres(databases),
    ],
    [...processes, ...(isDistributed ? (['kafka', 'redis'] as const) : [])].map((name) =>
      during('stopped process', name, chance.between(...FROZEN_MS), {
        begin: () => composition.freeze(name),
        end: () => composition.thaw(name),
      }),
    ),
    SERVICES.flatMap((service) => [
      stoppedBackend(databases, service, chance.between(...FROZEN_MS)),
      endedBackends(databases, service),
    ]),
    ...NETWORK_FAULTS.map((fault) =>
      composition.links.map((link) =>
        during(fault, link, chance.between(...NETWORK_MS), {
          begin: () => composition.disturb(link, fault, link.endsWith('postgres') ? 'COMMIT\0' : ''),
          end: () => composition.heal(link),
        }),
      ),
    ),
  ].filter((group) => group.length > 0);
}

function killed(composition: Composition, name: ProcessName, chance: Chance): Fault {
  const pauseMs = chance.between(...PAUSE_MS);
  return {
    kind: 'kill -9',
    target: name,
    async make() {
      await composition.kill9(name);
      await sleep(pauseMs);
      await insisting(() => composition.restart(name));
    },
  };
}

const killedKafka = (composition: Composition, chance: Chance): Fault => ({
  kind: 'kill -9',
  target: 'kafka',
  async make() {
    await composition.killKafka();
    await sleep(chance.between(...PAUSE_MS));
    await insisting(() => composition.startKafka());
  },
});

/** It has lost its data then. */
const killedRedis = (composition: Composition, chance: Chance): Fault => ({
  kind: 'kill -9',
  target: 'redis',
  async make() {
    await composition.killRedis();
    await sleep(chance.between(...PAUSE_MS));
    await insisting(() => composition.startRedis());
  },
});

/** The embedded Postgres is started again by its owner. */
const killedPostgres = (databases: Databases): Fault => ({
  kind: 'kill -9',
  target: 'postgres',
  async make() {
    const read = `SELECT pg_read_file('postmaster.pid') AS file`;
    const [row] = await insisting(() => databases.query('ledger', read));
    process.kill(Number.parseInt(row?.file as string, 10), 'SIGKILL');
  },
});

/** One connection of a service: its relay's, or that of a command. */
const stoppedBackend = (databases: Databases, service: ServiceName, ms: number): Fault => ({
  kind: 'stopped backend',
  target: 'postgres',
  async make() {
    const pids = await backendsOf(databases, service);
    const pid = pids[ms % pids.length];
    if (pid === undefined) return;
    signal(pid, 'SIGSTOP');
    await sleep(ms);
    signal(pid, 'SIGCONT');
  },
});

/** Its service may have been killed in the meantime, and its connection closed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const endedBackends = (databases: Databases, service: ServiceName): Fault => ({
  kind: 'ended backends',
  target: 'postgres',
  async make() {
    const pids = await backendsOf(databases, service);
    await insisting(() =>
      databases.query(service, 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [pids]),
    );
  },
});

async function backendsOf(databases: Databases, service: ServiceName): Promise<number[]> {
  const text = `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'test' AND backend_type = 'client backend'`;
  const rows = await insisting(() => databases.query(service, text));
  return rows.map(({ pid }) => pid as number);
}

function during(
  kind: string,
  target: string,
  ms: number,
  { begin, end }: { readonly begin: () => Promise<void>; readonly end: () => Promise<void> },
): Fault {
  return {
    kind,
    target,
    async make() {
      await insisting(begin); // a process may be starting
      await sleep(ms);
      await insisting(end);
    },
  };
}

/** What another fault prevents at the moment is tried again. @throws what the last attempt throws */
async function insisting<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(1_000);
    }
  }
}
