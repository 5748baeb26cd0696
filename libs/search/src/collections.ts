import { schemas } from '@corridor/contracts';
import type { TSchema } from 'typebox';
import { Catalogue } from './catalogue.js';
import { parseSort, type Sort } from './sort.js';
import type { Searchable } from './search.js';

const NEWEST = 'auditHistory.created.on:DESC';

/** What can be searched, with the default order: the newest first (decisions §5). */
export const searchables = {
  paymentInstructions: searchable(
    'payment-instructions',
    schemas.paymentInstruction,
    [NEWEST],
    [
      'id',
      'client.id',
      'status',
      'sellCcyCode',
      'buyCcyCode',
      'paymentDate',
      'beneficiary.id',
      'linkedPaymentId',
      'linkedConversionId',
      'auditHistory.created.on',
    ],
  ),
  payments: searchable(
    'payments',
    schemas.payment,
    [NEWEST],
    [
      'id',
      'client.id',
      'status',
      'amount.ccyCode',
      'paymentDate',
      'beneficiary.id',
      'linkedPaymentInstructionId',
      'auditHistory.created.on',
    ],
  ),
  beneficiaries: searchable(
    'beneficiaries',
    schemas.beneficiary,
    [NEWEST],
    ['id', 'client.id', 'status', 'bankAccount.ccyCode', 'auditHistory.created.on'],
  ),
  conversions: searchable(
    'conversions',
    schemas.conversion,
    [NEWEST],
    [
      'id',
      'client.id',
      'status',
      'buyAmount.ccyCode',
      'sellAmount.ccyCode',
      'valueDate',
      'tradeDate',
      'linkedPaymentInstructionId',
      'auditHistory.created.on',
    ],
  ),
  // These say nowhere when they were made; their ids rise with time.
  wallets: searchable('wallets', schemas.walletSummary, ['id:DESC'], ['id', 'ccyCode']),
  inboundFunds: searchable(
    'inbound-funds',
    schemas.inboundFunds,
    ['id:DESC'],
    ['id', 'client.id', 'status', 'amount.ccyCode', 'creditsOn'],
  ),
  transactions: {
    ...searchable(
      'transactions',
      schemas.transaction,
      ['sortDate:DESC', 'sortPriority:DESC'],
      [
        'id',
        'client.id',
        'status',
        'wallet.id',
        'wallet.ccyCode',
        'amount.ccyCode',
        'signedAmount.ccyCode',
        'balance.ccyCode',
        'createdOn',
        'settlesOn',
        'completedOn',
        'sortDate',
        'sortPriority',
        'relatedEntity.id',
      ],
    ),
    unique: ['id', 'sortPriority'],
  },
  webhookSubscriptions: searchable(
    'webhook-subscriptions',
    schemas.webhookSubscription,
    [NEWEST],
    ['id', 'client.id', 'auditHistory.created.on'],
  ),
  webhookNotifications: searchable(
    'webhook-notifications',
    schemas.webhookNotification,
    ['createdOn:DESC'],
    [
      'id',
      'subscription.id',
      'eventType',
      'createdOn',
      'relatedEntityId',
      'relatedEntityType',
      'clonedFromNotificationId',
    ],
  ),
  webhookNotificationAttempts: searchable(
    'webhook-notification-attempts',
    schemas.webhookNotificationAttempt,
    ['startedOn:DESC'],
    ['id', 'notification.id', 'startedOn'],
  ),
} as const satisfies Record<string, Searchable>;

function searchable(
  name: string,
  item: TSchema,
  order: readonly string[],
  indexed: readonly string[],
): Searchable {
  const catalogue = new Catalogue(item);
  const defaultOrder = order.map((text) => sortOf(catalogue, text));
  return { name, item, catalogue, defaultOrder, indexed, unique: ['id'] };
}

function sortOf(catalogue: Catalogue, text: string): Sort {
  const sort = parseSort(text, { pointer: '' });
  if ('code' in sort) throw new Error(sort.detail);
  return { field: catalogue.get(sort.field), order: sort.order };
}
