import type { Environment } from '@corridor/kernel';
import { ConversionsModule } from '@corridor/conversions';
import { GatewayModule } from '@corridor/gateway';
import { InboundFundsModule } from '@corridor/inbound-funds';
import { LedgerModule } from '@corridor/ledger';
import { PaymentsModule } from '@corridor/payments';
import type { Manifest } from '@corridor/platform';
import { WebhookDispatcherModule } from '@corridor/webhook-dispatcher';
import { services } from '@corridor/all-in-one';
import type { DynamicModule, Type } from '@nestjs/common';
import { type Machine, Life } from './machine.js';
import type { Postgres, ServiceDatabase } from './postgres.js';
import type { SimulatedPool } from './simulated-pool.js';
import { SimulatedService, type Surroundings } from './simulated-service.js';

const ENVIRONMENT: Environment = 'SANDBOX';

const modules: Readonly<Record<string, Type | DynamicModule>> = {
  gateway: GatewayModule,
  ledger: LedgerModule,
  conversions: ConversionsModule.in(ENVIRONMENT),
  payments: PaymentsModule.in(ENVIRONMENT),
  'inbound-funds': InboundFundsModule.in(ENVIRONMENT),
  'webhook-dispatcher': WebhookDispatcherModule,
};

const START_LIMIT_MS = 120_000;
/** How long after a start that failed the next one follows. */
const RESTART_MS = 1_000;

/** Where one service runs, life after life. */
class Host {
  life: Life | null = null;
  service: SimulatedService | null = null;
  pools: SimulatedPool[] = [];
  isStarting = false;
  lives = 0;

  constructor(
    readonly manifest: Manifest,
    readonly database: ServiceDatabase,
  ) {}
}

/** The six services, each in a process of its own, and what can happen to them. */
export class World {
  private readonly hosts: ReadonlyMap<string, Host>;
  private readonly machine: Machine;

  constructor(
    private readonly around: Surroundings,
    readonly postgres: Postgres,
  ) {
    this.machine = around.machine;
    this.hosts = new Map(
      services.map((manifest) => [manifest.name, new Host(manifest, postgres.of(manifest.name))]),
    );
  }

  get names(): string[] {
    return [...this.hosts.keys()];
  }

  /** Null while it does not run. */
  serviceOf(name: string): SimulatedService | null {
    return this.hosts.get(name)?.service ?? null;
  }

  lifeOf(name: string): Life | null {
    return this.hosts.get(name)?.life ?? null;
  }

  /** Resolves when all of them run. */
  async startAll(): Promise<void> {
    for (const host of this.hosts.values()) if (!host.life) this.start(host);
    const areUp = () => [...this.hosts.values()].every(({ service }) => service !== null);
    await this.machine.run(areUp, START_LIMIT_MS, 'all services run');
  }

  /** The process ends wherever it is, and starts again later. */
  crash(name: string, restartMs: number): void {
    const host = this.hosts.get(name) as Host;
    if (!host.life) return;
    this.around.faults.count('crash');
    this.machine.note(`crash ${name}`);
    this.machine.after(0, null, () => this.end(host));
    this.machine.after(restartMs, null, () => !host.life && this.start(host));
  }

  /** Abandons everything, so that the next simulation begins with nothing. */
  async endAll(): Promise<void> {
    for (const host of this.hosts.values()) await this.end(host);
  }

  private start(host: Host): void {
    const { manifest, database } = host;
    const life = new Life(manifest.name, this.machine.source(`${manifest.name} ${++host.lives}`));
    host.life = life;
    host.pools = [];
    const module = modules[manifest.name] as Type;
    this.machine.starting++;
    const starting = this.machine.within(life, () =>
      SimulatedService.start(this.around, manifest, module, database, life, host.pools),
    );
    host.isStarting = true;
    starting.then(
      (service) => {
        if (host.life !== life) return;
        this.started(host);
        host.service = service;
      },
      (error: unknown) => {
        this.around.log.push(JSON.stringify({ start: manifest.name, error: String(error) }));
        if (host.life !== life) return;
        this.started(host);
        this.machine.after(0, null, () => this.end(host));
        this.machine.after(RESTART_MS, null, () => !host.life && this.start(host));
      },
    );
  }

  private started(host: Host): void {
    if (host.isStarting) this.machine.starting--;
    host.isStarting = false;
  }

  private async end(host: Host): Promise<void> {
    const { life, pools } = host;
    if (!life) return;
    this.started(host);
    life.isOver = true;
    host.life = null;
    host.service = null;
    for (const pool of pools) await pool.abandon();
  }
}
