import {
  ccyCode,
  ccyPair,
  countryCode,
  date,
  flag,
  id,
  integer,
  list,
  money,
  nothing,
  number,
  oneOf,
  orNull,
  record,
  text,
  timestamp,
  zonedTimestamp,
} from '../support/shape.js';

/** The resources of interface-spec section 2, field for field. Where a field may be null, decisions §1 says so. */

export const client = record({ id: id('cli'), name: text });
const paymentType = oneOf('REGULAR', 'PRIORITY');
const chargeType = orNull(oneOf('SHARED', 'OURS'));
const entry = { statusReason: orNull(text), occurredOn: timestamp };
const historyOf = (...statuses: string[]) => list(record({ status: oneOf(...statuses), ...entry }));

/** 2.1 */
const audit = record({
  by: orNull(record({ id: id('cu'), name: text })),
  on: timestamp,
  withApiKey: orNull(id('ak')),
});
export const auditHistory = record({ version: integer, created: audit, updated: audit });

const summary = (prefix: string) =>
  record({ id: id(prefix), displayName: text, bankCountryCode: countryCode, bankAccount: nothing });

/** An addition: whether a checker has to approve it. */
const authorisation = orNull(
  record({
    status: oneOf('AWAITING_AUTHORISATION', 'APPROVED', 'REJECTED'),
    by: orNull(record({ id: id('cu'), name: text })),
    on: timestamp,
  }),
);

/** 2.2 */
const instructionStatuses = ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'SENT', 'CANCELLED', 'REJECTED', 'FAILED'];
const price = record({
  ccyPair,
  rate: number,
  buyAmount: money,
  sellAmount: money,
  notes: orNull(text),
});
/** An addition: a price that is worse than the client accepts. */
const newPrice = orNull(
  record({
    status: oneOf('AWAITING_CONSENT', 'ACCEPTED', 'APPROVED'),
    price,
    by: orNull(record({ id: id('cu'), name: text })),
    on: timestamp,
  }),
);
export const paymentInstruction = record({
  id: id('pi'),
  client,
  beneficiary: summary('ben'),
  sellCcyCode: ccyCode,
  buyCcyCode: ccyCode,
  fixedSide: oneOf('BUY', 'SELL'),
  amount: number,
  paymentDate: date,
  paymentType,
  chargeType,
  narrative: text,
  metadata: orNull(text),
  indicativePrice: orNull(price),
  actualPrice: orNull(price),
  newPrice,
  fee: orNull(money),
  linkedPaymentId: orNull(id('pmt')),
  linkedConversionId: orNull(id('con')),
  status: oneOf(...instructionStatuses),
  statusHistory: historyOf(...instructionStatuses),
  authorisation,
  auditHistory: orNull(auditHistory),
});
/** 4.8 */
export const movedInstruction = record({
  id: id('pi'),
  status: oneOf(...instructionStatuses),
  statusHistory: historyOf(...instructionStatuses),
});

/** 2.3. `localRoutingCodeType` is an addition: USD and CAD have local accounts too (decisions §6). */
export const collectionAccount = record({
  id: id('ca'),
  ccyCode,
  accountNumber: text,
  accountNumberType: oneOf('ACCOUNT_NUMBER', 'IBAN'),
  accountHolderName: text,
  bankName: text,
  bankAddress: list(text),
  bankCountryCode: countryCode,
  paymentType,
  routingCode: text,
  routingCodeType: orNull(oneOf('SORT_CODE', 'BIC_SWIFT')),
  localRoutingCodeType: orNull(oneOf('SORT_CODE', 'ABA', 'CA_ROUTING')),
  retiredOn: orNull(timestamp),
});
const fundingAccount = {
  id: id('lfa'),
  ccyCode,
  method: oneOf('ACH_PULL'),
  accountHolderName: text,
  bankName: text,
  accountNumber: text,
  routingCode: text,
  routingCodeType: oneOf('ABA'),
};
/** An extension. */
export const linkedFundingAccount = record({
  ...fundingAccount,
  accountHolderType: orNull(oneOf('COMPANY', 'INDIVIDUAL')),
  client,
  status: oneOf('LINKED', 'UNLINKED'),
  statusHistory: historyOf('LINKED', 'UNLINKED'),
  auditHistory,
});
const walletSummary = {
  id: id('wal'),
  ccyCode,
  balance: money,
  pendingBalance: money,
  isFavourite: flag,
};
export const wallet = record({
  ...walletSummary,
  client,
  collectionAccounts: list(collectionAccount),
  linkedFundingAccounts: list(record(fundingAccount)),
});
/** In a list: no client, no linked funding accounts, no details of the collection accounts. */
export const listedWallet = record({
  ...walletSummary,
  collectionAccounts: list(record({ id: id('ca'), ccyCode })),
});

/** 2.4 */
const paymentStatus = oneOf('DRAFT', 'READY_TO_SEND', 'SENT', 'FAILED', 'CANCELLED');
const subStatus = oneOf(
  'NEW',
  'AWAITING_AUTHORISATION',
  'AUTHORISED',
  'SUSPENDED',
  'SUBMITTED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
);
const paymentSummary = {
  id: id('pmt'),
  reference: text,
  beneficiary: summary('ben'),
  beneficiarySnapshot: orNull(summary('bss')),
  narrative: text,
  paymentType,
  paymentDate: date,
  chargeType,
  amount: money,
  fee: orNull(money),
  failureReturnedAmount: orNull(money),
  status: paymentStatus,
};
export const payment = record({
  ...paymentSummary,
  client,
  reason: orNull(text),
  purposeCode: orNull(text),
  transferredOn: orNull(timestamp),
  executionDate: orNull(date),
  statusHistory: list(record({ status: paymentStatus, subStatus, ...entry })),
  swiftSubmission: orNull(
    record({
      format: oneOf('MT103'),
      message: text,
      reference: text,
      status: oneOf('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'),
    }),
  ),
  linkedPaymentInstructionId: orNull(id('pi')),
  metadata: orNull(text),
  authorisation,
  auditHistory,
});

/** 2.5 */
const address = record({
  lines: list(text),
  city: orNull(text),
  state: orNull(text),
  postalCode: orNull(text),
  countryCode,
});
const bankAccount = record({
  bankName: orNull(text),
  bankAddress: list(text),
  bankCountryCode: countryCode,
  ccyCode,
  accountNumber: orNull(text),
  accountHolderName: text,
  bicSwiftCode: orNull(text),
  iban: orNull(text),
  routingCodeType1: orNull(text),
  routingCode1: orNull(text),
  routingCodeType2: orNull(text),
  routingCode2: orNull(text),
  accountType: orNull(text),
  supportedPaymentTypes: list(paymentType),
});
const beneficiaryOf = (prefix: 'ben' | 'bss') =>
  record({
    id: id(prefix),
    client,
    beneficiaryType: oneOf('INDIVIDUAL', 'COMPANY'),
    displayName: text,
    email: orNull(text),
    individual: orNull(record({ firstName: text, lastName: text, dateOfBirth: orNull(date) })),
    company: orNull(
      record({
        name: text,
        website: orNull(text),
        natureOfBusiness: orNull(text),
        dateOfIncorporation: orNull(date),
      }),
    ),
    address,
    identificationType: orNull(text),
    identificationValue: orNull(text),
    bankAccount,
    isSnapshot: (value, at) => (value === (prefix === 'bss') ? [] : [`${at}: ${String(value)}`]),
    status: oneOf('ACTIVE', 'ARCHIVED'),
    statusHistory: historyOf('ACTIVE', 'ARCHIVED'),
    auditHistory: orNull(auditHistory),
  });
export const beneficiary = beneficiaryOf('ben');
export const beneficiarySnapshot = beneficiaryOf('bss');

/** 2.6 */
const inboundStatuses = ['PENDING', 'CREDITED', 'REJECTED'];
export const inboundFunds = record({
  id: id('if'),
  reference: text,
  client,
  amount: money,
  narrative: orNull(text),
  creditsOn: date,
  sender: record({
    raw: orNull(text),
    name: orNull(text),
    ultimateDebtor: orNull(text),
    address: orNull(text),
    countryCode: orNull(countryCode),
    accountNumber: orNull(text),
    bicSwiftCode: orNull(text),
    routingCode: orNull(text),
  }),
  receivingAccountNumber: text,
  receivingAccountIban: orNull(text),
  linkedFundingAccountId: orNull(id('lfa')),
  status: oneOf(...inboundStatuses),
  statusHistory: historyOf(...inboundStatuses),
});

/** 2.7 */
export const transaction = record({
  id: id('txn'),
  client,
  wallet: record({ id: id('wal'), ccyCode }),
  amount: money,
  signedAmount: money,
  balance: money,
  direction: oneOf('CREDIT', 'DEBIT'),
  triggeredByAction: oneOf(
    'PAYMENT',
    'PAYMENT_FAILURE',
    'PAYMENT_FEE',
    'CONVERSION',
    'CONVERSION_DEPOSIT',
    'DEPOSIT_REFUND',
    'FUNDING',
    'ADJUSTMENT', // an extension: staff have moved money (production.md §7)
  ),
  status: oneOf('PENDING', 'COMPLETED'),
  reason: orNull(text),
  createdOn: timestamp,
  settlesOn: timestamp,
  completedOn: orNull(timestamp),
  updatedOn: timestamp,
  relatedEntity: record({
    id: text,
    type: oneOf('PAYMENT', 'CONVERSION', 'INBOUND_FUNDS', 'ADJUSTMENT'),
    reference: text,
    details: record({ description: text }),
  }),
  sortPriority: integer,
  sortDate: timestamp,
});

/** 2.8 */
const conversionStatuses = ['BOOKED', 'EXCHANGED', 'CANCELLED'];
export const conversion = record({
  id: id('con'),
  reference: text,
  client,
  buyAmount: money,
  sellAmount: money,
  tradeDate: timestamp,
  fundByDate: timestamp,
  valueDate: date,
  ccyPair,
  rate: number,
  deposit: record({
    isRequired: flag,
    amount: record({ ccyCode: orNull(ccyCode), value: number }),
    fundByDate: orNull(timestamp),
    status: oneOf('NOT_REQUIRED', 'AWAITING_DEPOSIT', 'DEPOSIT_RECEIVED'),
  }),
  status: oneOf(...conversionStatuses),
  statusHistory: historyOf(...conversionStatuses),
  linkedPaymentInstructionId: orNull(id('pi')),
  metadata: orNull(text),
  payments: list(record(paymentSummary)),
  fundsRequired: money,
  auditHistory: orNull(auditHistory),
});

/** 2.9 */
export const rate = record({
  ccyPair,
  baseCcy: ccyCode,
  quoteCcy: ccyCode,
  sellRate: number,
  buyRate: number,
});
export const rateMeta = record({
  quotedCount: integer,
  notQuotedCount: integer,
  notQuoted: list(text),
  timestamp: zonedTimestamp,
});

/** 2.12 */
const subscription = {
  id: id('whs'),
  client,
  targetPlatform: orNull(text),
  targetUrl: text,
  events: list(text),
  isActive: flag,
  unsubscribedOn: orNull(timestamp),
  auditHistory,
};
export const webhookSubscription = record(subscription);
export const webhookSubscriptionWithSecret = record({ ...subscription, signingSecret: text });
export const webhookSubscriptionState = record({
  id: id('whs'),
  isActive: flag,
  unsubscribedOn: orNull(timestamp),
});

/** 2.13 */
export const webhookNotification = record({
  id: id('whn'),
  subscription: record({ id: id('whs') }),
  eventType: text,
  payload: record({ message: orNull(text) }),
  targetUrl: text,
  createdOn: timestamp,
  sentOn: orNull(timestamp),
  attemptCount: integer,
  lastError: orNull(text),
  lockedUntil: orNull(timestamp),
  relatedEntityId: orNull(text),
  relatedEntityType: orNull(text),
  clonedFromNotificationId: orNull(id('whn')),
});

/** 2.14 */
export const identity = record({
  user: record({
    id: id('usr'),
    firstName: text,
    lastName: text,
    email: text,
    status: oneOf('Active'),
    dateOfLastLogin: orNull(timestamp),
    settings: record({ locale: text, avatarUrl: orNull(text) }),
  }),
  client: record({
    id: id('cli'),
    name: text,
    code: text,
    address,
    clientType: oneOf('Personal', 'Business'),
    companyWebsite: orNull(text),
    status: oneOf('Active'),
    settings: record({ baseCcy: ccyCode }),
  }),
  clientUser: record({ id: id('cu') }),
  // Additions: what the user may create alone, and approve of others; what the credential may do.
  approval: record({ makerLimit: orNull(money), isChecker: flag, checkerLimit: orNull(money) }),
  permissions: list(text),
  apiKey: record({ id: orNull(id('ak')) }),
  jwt: record({ id: orNull(text) }),
  environment: record({ name: oneOf('SANDBOX', 'PRODUCTION') }),
});

/** 2.15 */
export const changedSettings = record({
  id: id('cli'),
  name: text,
  settings: record({ baseCcy: ccyCode }),
});

/** 2.16 */
export const searchMeta = record({
  query: text,
  sortBy: list(text),
  offset: integer,
  limit: integer,
  count: integer,
  totalCount: integer,
  timestamp: zonedTimestamp,
  nextCursor: orNull(text), // an addition (decisions §5)
});
