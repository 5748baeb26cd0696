import type { Permission } from '@corridor/sdk';

/** Each permission of the API, so that a new one cannot be forgotten. */
const ALL: Readonly<Record<Permission, true>> = {
  'wallets:read': true,
  'wallets:write': true,
  'transactions:read': true,
  'rates:read': true,
  'conversions:read': true,
  'conversions:write': true,
  'payments:read': true,
  'payments:write': true,
  'payment-instructions:read': true,
  'payment-instructions:write': true,
  'beneficiaries:read': true,
  'beneficiaries:write': true,
  'inbound-funds:read': true,
  'inbound-funds:write': true,
  'webhook-subscriptions:read': true,
  'webhook-subscriptions:write': true,
  'webhook-notifications:read': true,
  'webhook-notifications:write': true,
  'client-settings:write': true,
  'simulators:execute': true,
  'api-keys:manage': true,
};

export const PERMISSIONS = Object.keys(ALL) as readonly Permission[];

/** Nobody can give a key what they may not do themselves. @param permissions of somebody, or of a key */
export const offeredOf = (permissions: readonly string[]): readonly Permission[] =>
  PERMISSIONS.filter((one) => permissions.includes(one));

/** Only what a report or an accounting system needs. */
export const readingOf = (permissions: readonly Permission[]): readonly Permission[] =>
  permissions.filter((one) => one.endsWith(':read'));
