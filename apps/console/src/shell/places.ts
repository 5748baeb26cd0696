import type { Permission } from '@corridor/sdk';
import type { Texts } from '../texts/texts.js';

type Name = keyof Texts['nav'];

/** A page of the navigation and of the command palette. */
interface Place {
  readonly to: string;
  readonly name: Name;
  /** It is of no use to somebody without all of these. */
  readonly needs: readonly Permission[];
}

const place = <const To extends string>(to: To, name: Name, ...needs: Permission[]) => ({ to, name, needs });

/** In the order of the navigation. The first group has no heading. */
const groups = [
  {
    name: null,
    places: [
      place('/', 'home'),
      place(
        '/convert-and-pay',
        'convertAndPay',
        ...(['payment-instructions:write', 'conversions:write', 'rates:read', 'payments:read'] as const),
        ...(['beneficiaries:read', 'wallets:read'] as const),
      ),
    ],
  },
  {
    name: 'money',
    places: [
      place('/wallets', 'wallets', 'wallets:read'),
      place('/balance-history', 'balanceHistory', 'transactions:read'),
      place('/transactions', 'transactions', 'transactions:read'),
      place('/statements', 'statements', 'transactions:read', 'wallets:read'),
    ],
  },
  {
    name: 'records',
    places: [
      place('/payment-instructions', 'instructions', 'payment-instructions:read'),
      place('/payments', 'payments', 'payments:read'),
      place('/conversions', 'conversions', 'conversions:read'),
      place('/inbound-funds', 'inboundFunds', 'inbound-funds:read'),
      place('/beneficiaries', 'beneficiaries', 'beneficiaries:read'),
      place('/story', 'story'),
    ],
  },
  {
    name: 'account',
    places: [
      place('/approvals', 'approvals', 'payment-instructions:read', 'payments:read'),
      place('/team', 'team', 'api-keys:manage'),
    ],
  },
  {
    name: 'developers',
    places: [
      place('/api-keys', 'apiKeys', 'api-keys:manage'),
      place('/request-log', 'requestLog', 'api-keys:manage'),
      place('/webhooks', 'webhooks', 'webhook-subscriptions:read'),
    ],
  },
] as const satisfies readonly {
  readonly name: keyof Texts['group'] | null;
  readonly places: readonly Place[];
}[];

/** Groups without a page of use are left out. @param permissions of somebody */
export const groupsFor = (permissions: readonly string[]) =>
  groups
    .map(({ name, places }) => ({
      name,
      places: places.filter(({ needs }) => needs.every((one) => permissions.includes(one))),
    }))
    .filter(({ places }) => places.length > 0);

/** Where a record is shown, by the prefix of its id. */
const collections: Readonly<Record<string, string>> = {
  pi: '/payment-instructions',
  pmt: '/payments',
  con: '/conversions',
  if: '/inbound-funds',
  wal: '/wallets',
  ben: '/beneficiaries',
  lrq: '/request-log',
  whs: '/webhooks',
  whn: '/webhooks/notifications',
};

/** @returns the path of a record, or null if the text is not the id of one that has a page */
export function pathOfRecord(text: string): string | null {
  const id = text.trim();
  const prefix = /^([a-z]+)_[\w-]+$/.exec(id)?.[1] ?? '';
  return Object.hasOwn(collections, prefix) ? `${collections[prefix]}/${id}` : null;
}
