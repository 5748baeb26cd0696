import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, type Environment } from '@corridor/kernel';
import { type Policy, type PolicyResource, everythingAllowed } from '@corridor/payments-contract';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { POLICY, follow, paymentPolicy } from './payment-policy.js';
import { countryPolicy } from './policy-settings.js';

/** How long this process may use a policy that another one has replaced. */
const KNOWN_MS = 1_000;

/** The policy in force: that of the settings until staff set one. */
@Injectable()
export class Policies implements OnApplicationBootstrap {
  private known: PolicyResource | null = null;
  /** Milliseconds since 1970. */
  private since = 0;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(countryPolicy.KEY) private readonly settings: Pick<ConfigType<typeof countryPolicy>, 'refused'>,
    @Inject(platformSettings.KEY) private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {}

  /** Tells the other services what the settings refuse, unless they know it. */
  async onApplicationBootstrap(): Promise<void> {
    const caller = systemCaller(this.platform.environment as Environment, OPERATOR, POLICY);
    await this.store.handle(paymentPolicy, POLICY, follow(this.ofSettings), { caller });
  }

  async now(): Promise<Policy> {
    if (this.known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return this.known;
    return this.read();
  }

  /** As stored. */
  async read(): Promise<PolicyResource> {
    const since = this.clock.now().getTime();
    const [row] = await this.database.query<{ data: PolicyResource & { id?: string } }>(
      'SELECT data FROM payment_policy WHERE id = $1',
      [POLICY],
    );
    const { id: _, ...policy } = row?.data ?? { ...this.ofSettings, version: 0, setBy: null, setOn: null };
    if (!this.known || policy.version >= this.known.version) [this.known, this.since] = [policy, since];
    return policy;
  }

  private get ofSettings() {
    return { ...everythingAllowed, refusedCountries: [...this.settings.refused] };
  }
}
