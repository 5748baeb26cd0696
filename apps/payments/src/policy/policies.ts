import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, type Environment } from '@corridor/kernel';
import { type Policy, type PolicyResource, everythingAllowed } from '@corridor/payments-contract';
import { Known, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { POLICY, follow, paymentPolicy } from './payment-policy.js';
import { countryPolicy } from './policy-settings.js';

/** The policy in force: that of the settings until staff set one. */
@Injectable()
export class Policies implements OnApplicationBootstrap {
  private readonly known: Known<PolicyResource>;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    clock: Clock,
    @Inject(countryPolicy.KEY) private readonly settings: Pick<ConfigType<typeof countryPolicy>, 'refused'>,
    @Inject(platformSettings.KEY) private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    this.known = new Known(clock, () => this.read());
  }

  /** Tells the other services what the settings refuse, unless they know it. */
  async onApplicationBootstrap(): Promise<void> {
    const caller = systemCaller(this.platform.environment as Environment, OPERATOR, POLICY);
    await this.store.handle(paymentPolicy, POLICY, follow(this.ofSettings), { caller });
  }

  now(): Promise<Policy> {
    return this.known.of(POLICY);
  }

  /** After a change. */
  forget(): void {
    this.known.forget();
  }

  /** As stored. */
  async read(): Promise<PolicyResource> {
    const [row] = await this.database.query<{ data: PolicyResource & { id?: string } }>(
      'SELECT data FROM payment_policy WHERE id = $1',
      [POLICY],
    );
    const { id: _, ...policy } = row?.data ?? { ...this.ofSettings, version: 0, setBy: null, setOn: null };
    return policy;
  }

  private get ofSettings() {
    return { ...everythingAllowed, refusedCountries: [...this.settings.refused] };
  }
}
