import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** What clients can be allowed to do with their records (decisions §4). Reference data needs no permission. */
export const permissions = [
  'api-keys:manage',
  'beneficiaries:read',
  'beneficiaries:write',
  'client-settings:write',
  'conversions:read',
  'conversions:write',
  'inbound-funds:read',
  'inbound-funds:write',
  'payment-instructions:read',
  'payment-instructions:write',
  'payments:read',
  'payments:write',
  'rates:read',
  'simulators:execute',
  'transactions:read',
  'wallets:read',
  'wallets:write',
  'webhook-notifications:read',
  'webhook-notifications:write',
  'webhook-subscriptions:read',
  'webhook-subscriptions:write',
] as const;

export type Permission = (typeof permissions)[number];

export const REQUIRED_PERMISSION = 'corridor:required-permission';

/** The permission that a route asks of its caller. A route without it is open to everyone who is let in. */
export const Requires = (permission: Permission) =>
  applyDecorators(
    SetMetadata(REQUIRED_PERMISSION, permission),
    ApiExtension('x-required-permission', permission),
  );
