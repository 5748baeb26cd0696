import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { KnownPolicy } from './known-policy.js';

const On = reactionsOf('gateway');

/** Keeps the policy of countries and currencies. */
@Controller()
export class PolicyReactions {
  constructor(private readonly policy: KnownPolicy) {}

  @On('payments.policy_set')
  onPolicySet({ data }: Delivered<'payments.policy_set'>) {
    return this.policy.keep(data);
  }
}
