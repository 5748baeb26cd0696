import type { Texts } from '../texts/texts.js';

/** The pages of the navigation and of the command palette, in their order. */
export const places = [
  ['/', 'home'],
  ['/convert-and-pay', 'convertAndPay'],
  ['/wallets', 'wallets'],
  ['/balance-history', 'balanceHistory'],
  ['/payment-instructions', 'instructions'],
  ['/payments', 'payments'],
  ['/conversions', 'conversions'],
  ['/inbound-funds', 'inboundFunds'],
  ['/transactions', 'transactions'],
  ['/statements', 'statements'],
  ['/beneficiaries', 'beneficiaries'],
  ['/story', 'story'],
  ['/approvals', 'approvals'],
  ['/api-keys', 'apiKeys'],
  ['/webhooks', 'webhooks'],
] as const satisfies readonly (readonly [string, keyof Texts['nav']])[];

/** Where a record is shown, by the prefix of its id. */
const collections: Readonly<Record<string, string>> = {
  pi: '/payment-instructions',
  pmt: '/payments',
  con: '/conversions',
  if: '/inbound-funds',
  wal: '/wallets',
  ben: '/beneficiaries',
  whs: '/webhooks',
  whn: '/webhooks/notifications',
};

/** @returns the path of a record, or null if the text is not the id of one that has a page */
export function pathOfRecord(text: string): string | null {
  const id = text.trim();
  const prefix = /^([a-z]+)_[\w-]+$/.exec(id)?.[1] ?? '';
  const collection = collections[prefix];
  return collection === undefined ? null : `${collection}/${id}`;
}
