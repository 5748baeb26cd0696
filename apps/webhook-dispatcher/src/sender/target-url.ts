import { type Fault, fault } from '@corridor/http';
import type { Environment } from '@corridor/kernel';

/** Where webhooks may be sent to. */
export interface TargetPolicy {
  readonly environment: Environment;
  /** In SANDBOX, plain http to this machine's loopback is allowed too. Without effect in PRODUCTION. */
  readonly allowLoopback: boolean;
}

/**
 * What is wrong with a target URL by its text alone; names are not resolved here but at each attempt, since an answer
 * of today says nothing about tomorrow's.
 */
export function checkTargetUrl(text: string, policy: TargetPolicy): readonly Fault[] {
  void policy;
  return URL.canParse(text) ? [] : fault('not_a_url', 'Must be an absolute URL.');
}
