import { schemas } from '@corridor/conversions-contract';
import { Catalogue } from './catalogue.js';
import { searchables } from './collections.js';
import { sample } from './sample.fixture.js';

const described = sample.fields.map(
  ({ name, type, isDay, isNullable, isMany }) =>
    `${name} ${type}${isDay ? ' day' : ''}${isNullable ? ' null' : ''}${isMany ? ' many' : ''}`,
);

test('every scalar of a record is a field, by its dotted path', () => {
  expect(described).toEqual([
    'id Id',
    'title String',
    'amount Number',
    'isOpen Boolean',
    'madeOn Date',
    'dueOn Date day',
    'state Enum',
    'note String null',
    'place.City String null',
    'tags String many',
    'parts.ref Id many',
    'parts.price.value Number null many',
    'parts.codes Enum many',
  ]);
});

test('field names are not case-sensitive', () => {
  expect(sample.find('PLACE.city')?.name).toBe('place.City');
  expect(sample.find('place')).toBeUndefined();
  expect(sample.find('nothing')).toBeUndefined();
  expect(sample.find('constructor')).toBeUndefined();
  expect(sample.find('__proto__')).toBeUndefined();
});

test('two fields that differ only in case are an error', () => {
  const leaf = { 'x-search-type': 'String' };
  expect(() => new Catalogue({ properties: { a: leaf, A: leaf } })).toThrow('two fields');
});

/** interface-spec section 2, as far as lists show it. */
test.each<[keyof typeof searchables, readonly string[]]>([
  [
    'paymentInstructions',
    [
      'beneficiary.displayName',
      'indicativePrice.buyAmount.value',
      'statusHistory.status',
      'auditHistory.created.by.name',
    ],
  ],
  [
    'payments',
    [
      'beneficiarySnapshot.id',
      'swiftSubmission.message',
      'statusHistory.subStatus',
      'failureReturnedAmount.value',
    ],
  ],
  [
    'beneficiaries',
    ['address.lines', 'bankAccount.supportedPaymentTypes', 'individual.dateOfBirth', 'isSnapshot'],
  ],
  [
    'conversions',
    [
      'deposit.isRequired',
      'payments.beneficiary.displayName',
      'payments.amount.value',
      'fundsRequired.ccyCode',
    ],
  ],
  ['wallets', ['balance.value', 'collectionAccounts.ccyCode', 'isFavourite']],
  ['inboundFunds', ['sender.bicSwiftCode', 'receivingAccountIban', 'creditsOn']],
  [
    'transactions',
    ['wallet.ccyCode', 'signedAmount.value', 'relatedEntity.details.description', 'sortPriority'],
  ],
  ['webhookSubscriptions', ['targetPlatform', 'targetUrl', 'events', 'isActive', 'unsubscribedOn']],
  [
    'webhookNotifications',
    [
      'subscription.id',
      'payload.status',
      'payload.message',
      'targetUrl',
      'sentOn',
      'attemptCount',
      'lastError',
      'lockedUntil',
      'relatedEntityType',
      'clonedFromNotificationId',
    ],
  ],
  [
    'webhookNotificationAttempts',
    ['notification.id', 'attemptNumber', 'latencyMs', 'outcome', 'statusCode', 'failure', 'responseExcerpt'],
  ],
])('every scalar of %s is a field', (name, some) => {
  const { catalogue, item } = searchables[name];
  expect(some.map((field) => catalogue.find(field)?.name)).toEqual(some);
  const scalars = JSON.stringify(item).match(/"type":"(string|number|integer|boolean)"/g);
  expect(catalogue.fields.length).toBe(scalars?.length);
});

test('dates are distinguished from timestamps', () => {
  const { catalogue } = searchables.conversions;
  expect(['valueDate', 'tradeDate', 'payments.paymentDate'].map((name) => catalogue.get(name).isDay)).toEqual(
    [true, false, true],
  );
  expect(schemas.conversion.properties.valueDate).toBeDefined();
});
