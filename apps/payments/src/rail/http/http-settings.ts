import type { Clock } from '@corridor/kernel';
import {
  type BankAccounts,
  ProviderClient,
  fileSecret,
  integerSetting,
  list,
  optionalSetting,
  providerAddress,
} from '@corridor/platform';
import { HttpRail } from './http-rail.js';
import { callbackKey } from './signature.js';

export const byProvider = {
  providerUrl: optionalSetting(
    'RAIL_HTTP_URL',
    '`RAIL=http`: the address of the provider, below which are `payments` and `events`',
    providerAddress,
  ),
  providerKey: optionalSetting(
    'RAIL_HTTP_KEY_FILE',
    '`RAIL=http`: path of a file with the credential for the provider, a bearer token',
    fileSecret,
  ),
  callbackKeys: optionalSetting(
    'RAIL_HTTP_CALLBACK_SECRET_FILE',
    '`RAIL=http`: path of a file with the secret of the callbacks, `whsec_…`, or two separated by a comma while it changes; without it none is accepted',
    (path) => list(fileSecret(path)).map(callbackKey),
  ),
  eventsEverySeconds: integerSetting(
    'RAIL_HTTP_EVERY_SECONDS',
    5,
    '`RAIL=http`: how often the provider is asked what has happened',
    { most: 3600 },
  ),
} as const;

type ByProvider = {
  readonly [Name in keyof typeof byProvider]: ReturnType<(typeof byProvider)[Name]['read']>;
};

export const missingOfProvider = (given: Partial<ByProvider>): string[] =>
  (['providerUrl', 'providerKey'] as const)
    .filter((name) => given[name] === null)
    .map((name) => `${byProvider[name].name} must be set with RAIL=http`);

/** @param accounts of the operator; null if none are named */
export function httpRailFrom(
  { providerUrl, providerKey, eventsEverySeconds }: ByProvider,
  bic: string,
  accounts: BankAccounts | null,
  clock: Clock,
): HttpRail {
  const provider = new ProviderClient({ url: providerUrl ?? '', key: providerKey ?? '' }, clock);
  return new HttpRail(provider, { bic, accounts, everyMs: eventsEverySeconds * 1000 }, clock);
}
