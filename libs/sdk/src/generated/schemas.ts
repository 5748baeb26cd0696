/** Generated from docs/openapi.json by `npm run openapi`. */
import type { Decimal } from '../decimal.js';

export interface AccessToken {
  /** Send it as `Authorization: Bearer …`. */
  accessToken: string;
  tokenType: 'Bearer';
  /** Seconds. */
  expiresIn: number;
  /** When it expires. */
  expiresOn: string;
}

export interface AccessTokenResponse {
  data: AccessToken;
}

export interface Address {
  lines: string[];
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2 country code. */
  countryCode: string;
}

export interface AddressBody {
  lines: string[];
  city?: string | null;
  state?: string | null;
  postalCode?: string | null;
  /** ISO 3166-1 alpha-2 country code. */
  countryCode: string;
}

export interface ApiKey {
  id: string;
  label: string;
  userId: string;
  permissions: string[];
  status: 'ACTIVE' | 'REVOKED';
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  revokedOn: string | null;
  /** UTC, without a time zone. */
  expiresOn: string | null;
  allowedAddresses: string[];
}

export interface ApiKeyBody {
  label: string;
  /** Default: all permissions of the user. */
  permissions?: Permission[] | null;
  /** When it stops working. Default: never. */
  expiresOn?: string | null;
  /** IPv4 and IPv6 addresses and ranges that it works from. Default: it works from everywhere. */
  allowedAddresses?: string[] | null;
}

export interface ApiKeyResponse {
  data: ApiKey;
}

export interface ApprovalRights {
  makerLimit: Money | null;
  /** Whether the user approves payments and instructions of other users. */
  isChecker: boolean;
  checkerLimit: Money | null;
}

export interface AuditEntry {
  /** The user of the client; null if Corridor acted on its own. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
  withApiKey: string | null;
}

export interface AuditHistory {
  /** 1 on creation; increases with each change. */
  version: number;
  created: AuditEntry;
  updated: AuditEntry;
}

export interface Authorisation {
  status: 'AWAITING_AUTHORISATION' | 'APPROVED' | 'REJECTED';
  /** The checker; null while it waits. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
}

export interface BalanceHistory {
  /** ISO 8601 date. */
  from: string;
  /** ISO 8601 date. */
  to: string;
  wallets: {
    id: string;
    /** ISO 4217 currency code. */
    ccyCode: string;
    openingBalance: Money;
    changes: {
      /** ISO 8601 date. */
      date: string;
      balance: Money;
    }[];
  }[];
}

export interface BalanceHistoryResponse {
  data: BalanceHistory;
}

export interface BankAccount {
  bankName: string | null;
  bankAddress: string[];
  /** ISO 3166-1 alpha-2 country code. */
  bankCountryCode: string;
  /** ISO 4217 currency code. */
  ccyCode: string;
  accountNumber: string | null;
  accountHolderName: string;
  bicSwiftCode: string | null;
  iban: string | null;
  routingCodeType1: string | null;
  routingCode1: string | null;
  routingCodeType2: string | null;
  routingCode2: string | null;
  accountType: string | null;
  supportedPaymentTypes: SupportedPaymentType[];
}

export interface BankAccountBody {
  bankName?: string | null;
  bankAddress?: string[] | null;
  /** ISO 3166-1 alpha-2 country code. */
  bankCountryCode: string;
  /** ISO 4217 currency code. */
  ccyCode: string;
  accountNumber?: string | null;
  accountHolderName: string;
  bicSwiftCode?: string | null;
  iban?: string | null;
  routingCodeType1?: string | null;
  routingCode1?: string | null;
  routingCodeType2?: string | null;
  routingCode2?: string | null;
  accountType?: 'CHECKING' | 'SAVINGS' | null;
}

export interface BankAccountField {
  name: string;
  format: string;
  pattern: string;
  example: string;
}

export interface Beneficiary {
  id: string;
  client: ClientReference;
  beneficiaryType: 'INDIVIDUAL' | 'COMPANY';
  displayName: string;
  email: string | null;
  individual: {
    firstName: string;
    lastName: string;
    /** ISO 8601 date. */
    dateOfBirth: string | null;
  } | null;
  company: {
    name: string;
    website: string | null;
    natureOfBusiness: string | null;
    /** ISO 8601 date. */
    dateOfIncorporation: string | null;
  } | null;
  address: Address;
  identificationType: string | null;
  identificationValue: string | null;
  bankAccount: BankAccount;
  isSnapshot: boolean;
  status: 'ACTIVE' | 'ARCHIVED';
  statusHistory: {
    status: 'ACTIVE' | 'ARCHIVED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  auditHistory: AuditHistory;
}

export interface BeneficiaryBody {
  beneficiaryType: 'INDIVIDUAL' | 'COMPANY';
  /** Default: the name of the individual or company. */
  displayName?: string | null;
  email?: string | null;
  individual?: IndividualBody | null;
  company?: CompanyBody | null;
  address: AddressBody;
  identificationType?: string | null;
  identificationValue?: string | null;
  bankAccount: BankAccountBody;
}

export interface BeneficiaryFields {
  paymentType: 'REGULAR' | 'PRIORITY';
  fields: BankAccountField[];
}

export interface BeneficiaryFieldsList {
  data: BeneficiaryFields[];
}

export interface BeneficiaryList {
  data: Beneficiary[];
}

export interface BeneficiaryPage {
  data: Beneficiary[];
  meta: SearchMeta;
}

export interface BeneficiaryResponse {
  data: Beneficiary;
}

export interface BeneficiarySummary {
  id: string;
  displayName: string;
  /** ISO 3166-1 alpha-2 country code. */
  bankCountryCode: string;
  /** Always null. */
  bankAccount: string | null;
}

export interface Calendar {
  /** ISO 4217 currency code. */
  ccyCode: string;
  /** As used in reasons: `Good Friday (TARGET)`. */
  system: string;
  /** ISO 8601 date. */
  version: string;
  /** The publisher of the holidays, and the rule. */
  source: string;
  /** Days that are computed here but announced by an authority, which may decide otherwise. */
  announced: string | null;
  /** IANA name. */
  timeZone: string;
  /** In the time zone of the system. Later payments are sent on the next business day. */
  cutOff: string;
  /** UTC, without a time zone. */
  cutOffOn: string;
  weekend: string[];
  holidays: Holiday[];
}

export interface CalendarResponse {
  data: Calendar;
}

export interface CancellationBody {
  /** Becomes the statusReason of the CANCELLED entry. */
  reason: string;
}

export interface CancellationQuote {
  conversionId: string;
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit, at which the bought currency is sold again. */
  rate: Decimal;
  proceeds: Money;
  loss: Money;
  gain: Money;
  charge: Money;
  transactions: CancellationTransaction[];
  /** UTC, without a time zone. */
  expiresOn: string;
}

export interface CancellationQuoteResponse {
  data: CancellationQuote;
}

export interface CancellationTransaction {
  triggeredByAction: 'DEPOSIT_REFUND' | 'CONVERSION';
  direction: 'CREDIT' | 'DEBIT';
  amount: Money;
}

export interface ClientClock {
  /** UTC, without a time zone. */
  now: string;
  /** How far it is ahead of real time, in milliseconds. */
  shift: number;
  /** UTC, without a time zone. */
  advancingTo: string | null;
}

export interface ClientClockBody {
  /** A moment in ISO 8601, in UTC if it has no zone: `2026-12-29T16:00:00Z`. */
  instant?: string | null;
  /** The start of a date in UTC. */
  date?: string | null;
  /** The start of the next business day in UTC. */
  advanceTo?: 'NEXT_BUSINESS_DAY' | null;
  /** With `advanceTo`: a day on which this currency settles. Without it, a Saturday or Sunday is skipped, and no holiday. */
  ccyCode?: string | null;
  /** With `ccyCode`: a day on which a conversion between the two currencies settles. */
  toCcyCode?: string | null;
}

export interface ClientClockResponse {
  data: ClientClock;
}

export interface ClientReference {
  id: string;
  name: string;
}

export interface ClientSettings {
  /** ISO 4217 currency code. */
  baseCcy: string;
}

export interface ClientSettingsBody {
  /** ISO 4217 currency code. */
  baseCcy: string;
}

export interface ClientWithSettings {
  id: string;
  name: string;
  settings: ClientSettings;
}

export interface ClientWithSettingsResponse {
  data: ClientWithSettings;
}

export interface CollectionAccount {
  id: string;
  /** ISO 4217 currency code. */
  ccyCode: string;
  accountNumber: string;
  accountNumberType: 'ACCOUNT_NUMBER' | 'IBAN';
  accountHolderName: string;
  bankName: string;
  bankAddress: string[];
  /** ISO 3166-1 alpha-2 country code. */
  bankCountryCode: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  routingCode: string;
  routingCodeType: 'SORT_CODE' | 'BIC_SWIFT' | null;
  localRoutingCodeType: 'SORT_CODE' | 'ABA' | 'CA_ROUTING' | null;
  /** UTC, without a time zone. */
  retiredOn: string | null;
}

export interface CompanyBody {
  name: string;
  website?: string | null;
  natureOfBusiness?: string | null;
  dateOfIncorporation?: string | null;
}

export interface Conversion {
  id: string;
  reference: string;
  client: ClientReference;
  buyAmount: Money;
  sellAmount: Money;
  /** UTC, without a time zone. */
  tradeDate: string;
  /** UTC, without a time zone. */
  fundByDate: string;
  /** ISO 8601 date. */
  valueDate: string;
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit. */
  rate: Decimal;
  deposit: Deposit;
  status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
  statusHistory: {
    status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  linkedPaymentInstructionId: string | null;
  metadata: string | null;
  payments: ConversionPayment[];
  fundsRequired: Money;
  auditHistory: AuditHistory;
}

export interface ConversionBody {
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side, with at most as many decimals as it has. */
  amount: Decimal | number;
  /** Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one. Default: the spot date. */
  valueDate?: string | null;
  metadata?: string | null;
  /** Books at the price of this quote, which must be for the same currencies, fixed side, amount and value date. Default: the market rate. */
  quoteId?: string | null;
}

export interface ConversionList {
  data: Conversion[];
}

export interface ConversionPage {
  data: Conversion[];
  meta: SearchMeta;
}

export interface ConversionPayment {
  id: string;
  reference: string;
  beneficiary: BeneficiarySummary;
  beneficiarySnapshot: BeneficiarySummary | null;
  narrative: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  /** ISO 8601 date. */
  paymentDate: string;
  chargeType: 'SHARED' | 'OURS' | null;
  amount: Money;
  fee: Money | null;
  failureReturnedAmount: Money | null;
  status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
}

export interface ConversionProgress {
  id: string;
  status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
  statusHistory: {
    status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
}

export interface ConversionProgressResponse {
  data: ConversionProgress;
}

export interface ConversionResponse {
  data: Conversion;
}

export interface Country {
  /** ISO 3166-1 alpha-2 country code. */
  code: string;
  name: string;
  /** ISO 3166-1 alpha-3 country code. */
  longCode: string;
}

export interface CountryList {
  data: Country[];
}

export interface Currency {
  /** ISO 4217 currency code. */
  code: string;
  decimalPlaces: number;
  name: string;
  canBuy: boolean;
  canSell: boolean;
  symbol: string;
  symbolBeforeAmount: boolean;
  /** Whether it has local collection accounts or uses the international one. */
  canBeCollected: boolean;
}

export interface CurrencyList {
  data: Currency[];
}

export interface DateChangeBody {
  /** Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one. */
  valueDate: string;
}

export interface DateChangeQuote {
  conversionId: string;
  /** Whether it is for a part, which is drawn down. */
  isDrawdown: boolean;
  /** ISO 8601 date. */
  valueDate: string;
  /** UTC, without a time zone. */
  fundByDate: string;
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit, to which the amounts come. */
  rate: Decimal;
  sellAmount: Money;
  buyAmount: Money;
  cost: Money;
  /** UTC, without a time zone. */
  expiresOn: string;
}

export interface DateChangeQuoteBody {
  /** Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one. */
  valueDate: string;
  /** Of the currency whose amount was fixed, for a drawdown; less than that of the conversion. Default: the whole conversion. */
  amount?: Decimal | number | null;
}

export interface DateChangeQuoteResponse {
  data: DateChangeQuote;
}

export interface Deposit {
  isRequired: boolean;
  amount: {
    /** ISO 4217 currency code. */
    ccyCode: string | null;
    value: Decimal;
  };
  /** UTC, without a time zone. */
  fundByDate: string | null;
  status: 'NOT_REQUIRED' | 'AWAITING_DEPOSIT' | 'DEPOSIT_RECEIVED';
}

export interface DepositBody {
  /** In the sold currency, at most the sold amount. */
  amount: Decimal | number;
  /** The last moment, in UTC, at which the client can pay the deposit; at most the `fundByDate` of the conversion, which is the default. */
  fundByDate?: string | null;
}

export interface DrawdownBody {
  /** Today or later, in UTC, at most 12 months ahead. If the date is not available, the conversion settles on the next available one. */
  valueDate: string;
  /** Of the currency whose amount was fixed; less than that of the conversion. */
  amount: Decimal | number;
}

export type Event = 'ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed';

export type EventValue = 'ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed';

export interface FailBody {
  reason?: string | null;
  /** Fees kept by the networks from a sent payment, in its currency; less than its amount. */
  deduction?: Decimal | number | null;
}

export interface FeeBody {
  /** Taken from the wallet of its currency together with the funds of the payment. Null: no fee. */
  fee?: MoneyBody | null;
}

export interface FeePreview {
  fee: Money | null;
  parts: {
    type: 'FEE' | 'CORRESPONDENT_CHARGE';
    amount: Money;
  }[];
}

export interface FeePreviewBody {
  /** A payment without a conversion, or a payment instruction. Default: PAYMENT. */
  kind?: 'PAYMENT' | 'PAYMENT_INSTRUCTION' | null;
  /** What the beneficiary is sent. */
  amount: MoneyBody;
  /** Required outside of production. Default: REGULAR. */
  paymentType?: 'REGULAR' | 'PRIORITY' | null;
  /** Required for PRIORITY, not allowed for REGULAR. */
  chargeType?: 'SHARED' | 'OURS' | null;
}

export interface FeePreviewResponse {
  data: FeePreview;
}

export interface FillBody {
  /** True: fill at the indicative price. False: fill at the current market rate. */
  useIndicativeRateForActualRate: boolean;
}

export interface FirmQuote {
  id: string;
  client: ClientReference;
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side. */
  amount: Decimal;
  /** ISO 8601 date. */
  valueDate: string | null;
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit. */
  rate: Decimal;
  buyAmount: Money;
  sellAmount: Money;
  /** UTC, without a time zone. */
  expiresOn: string;
  status: 'ACTIVE' | 'USED' | 'EXPIRED';
  statusHistory: {
    status: 'ACTIVE' | 'USED' | 'EXPIRED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  linkedConversionId: string | null;
  linkedPaymentInstructionId: string | null;
  auditHistory: AuditHistory;
}

export interface FirmQuotePage {
  data: FirmQuote[];
  meta: SearchMeta;
}

export interface FirmQuoteResponse {
  data: FirmQuote;
}

export interface FundingPullBody {
  amount: Decimal | number;
}

export interface GetWebhookEventTypesResult {
  data: ('ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed')[];
}

export interface Holiday {
  /** ISO 8601 date. */
  date: string;
  name: string;
}

export interface Identity {
  user: {
    id: string;
    firstName: string;
    lastName: string;
    email: string;
    status: string;
    /** UTC, without a time zone. */
    dateOfLastLogin: string | null;
    settings: {
      locale: string;
      avatarUrl: string | null;
    };
  };
  client: {
    id: string;
    name: string;
    code: string;
    address: Address;
    clientType: string;
    companyWebsite: string | null;
    status: string;
    settings: ClientSettings;
  };
  clientUser: {
    id: string;
  };
  approval: ApprovalRights;
  permissions: string[];
  /** Set when authenticated by API key. */
  apiKey: {
    id: string | null;
  };
  /** Set when authenticated by bearer token. */
  jwt: {
    id: string | null;
  };
  environment: {
    name: 'SANDBOX' | 'PRODUCTION';
  };
}

export interface IdentityResponse {
  data: Identity;
}

export interface InboundFunds {
  id: string;
  reference: string;
  client: ClientReference;
  amount: Money;
  narrative: string | null;
  /** ISO 8601 date. */
  creditsOn: string;
  sender: {
    raw: string | null;
    name: string | null;
    /** On whose behalf the sender pays, if the bank names it. */
    ultimateDebtor: string | null;
    address: string | null;
    countryCode: string | null;
    accountNumber: string | null;
    bicSwiftCode: string | null;
    routingCode: string | null;
  };
  receivingAccountNumber: string;
  receivingAccountIban: string | null;
  /** The account that it is pulled from; null if somebody else has sent it. */
  linkedFundingAccountId: string | null;
  status: 'PENDING' | 'CREDITED' | 'REJECTED';
  statusHistory: {
    status: 'PENDING' | 'CREDITED' | 'REJECTED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
}

export interface InboundFundsPage {
  data: InboundFunds[];
  meta: SearchMeta;
}

export interface InboundFundsResponse {
  data: InboundFunds;
}

export interface IndividualBody {
  firstName: string;
  lastName: string;
  dateOfBirth?: string | null;
}

export interface LinkedFundingAccount {
  id: string;
  client: ClientReference;
  /** ISO 4217 currency code. */
  ccyCode: string;
  method: 'ACH_PULL';
  accountHolderName: string;
  bankName: string;
  accountNumber: string;
  routingCode: string;
  routingCodeType: 'ABA';
  accountHolderType: 'COMPANY' | 'INDIVIDUAL' | null;
  status: 'LINKED' | 'UNLINKED';
  statusHistory: {
    status: 'LINKED' | 'UNLINKED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  auditHistory: AuditHistory;
}

export interface LinkedFundingAccountBody {
  ccyCode: 'USD';
  method: 'ACH_PULL';
  accountHolderName: string;
  /** Whose account it is: that of a company or of a person. COMPANY if it is left out. */
  accountHolderType?: 'COMPANY' | 'INDIVIDUAL' | null;
  bankName: string;
  /** Responses show its last four digits. */
  accountNumber: string;
  /** An ABA routing number. */
  routingCode: string;
}

export interface LinkedFundingAccountPage {
  data: LinkedFundingAccount[];
  meta: SearchMeta;
}

export interface LinkedFundingAccountResponse {
  data: LinkedFundingAccount;
}

export interface LoggedRequest {
  id: string;
  /** UTC, without a time zone. */
  on: string;
  apiKeyId: string;
  clientUserId: string;
  method: string;
  /** With its query, without what was searched for; the first 1,000 characters. */
  path: string;
  /** The HTTP status of the response. */
  status: number;
  /** The code of the problem, if it was refused. */
  problem: string | null;
  /** Whether the response is that of an earlier request with the same idempotency key. */
  isReplay: boolean;
  /** Milliseconds until the response was sent. */
  durationMs: number;
  requestId: string;
  /** The JSON that was sent, with `…` instead of its texts: only amounts, dates, codes and ids are kept. Null if it was longer than 4 kB. */
  body: string | null;
}

export interface LoggedRequestPage {
  data: LoggedRequest[];
  meta: SearchMeta;
}

export interface Money {
  /** ISO 4217 currency code. */
  ccyCode: string;
  /** The exact decimal, with at most as many decimals as the currency has. */
  value: Decimal;
}

export interface MoneyBody {
  /** ISO 4217 currency code. */
  ccyCode: string;
  value: Decimal | number;
}

export interface NewApiKey {
  id: string;
  label: string;
  userId: string;
  permissions: string[];
  status: 'ACTIVE' | 'REVOKED';
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  revokedOn: string | null;
  /** UTC, without a time zone. */
  expiresOn: string | null;
  allowedAddresses: string[];
  /** Contained only in this response. */
  secret: string;
}

export interface NewApiKeyResponse {
  data: NewApiKey;
}

export interface NewPrice {
  status: 'AWAITING_CONSENT' | 'ACCEPTED' | 'APPROVED';
  price: Price;
  /** Who accepted it; null for a dealer. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
}

export interface OpenWalletBody {
  /** ISO 4217 currency code. */
  ccyCode: string;
}

export type Operator = '==' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~' | '^=' | '$=' | '<d' | '<=d' | '>d' | '>=d';

export interface OwnApiKey {
  id: string;
  label: string;
  userId: string;
  permissions: string[];
  status: 'ACTIVE' | 'REVOKED';
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  revokedOn: string | null;
  /** UTC, without a time zone. */
  expiresOn: string | null;
  allowedAddresses: string[];
  /** UTC, without a time zone. */
  lastUsedOn: string | null;
}

export interface OwnApiKeyList {
  data: OwnApiKey[];
}

export interface Payment {
  id: string;
  reference: string;
  client: ClientReference;
  beneficiary: BeneficiarySummary;
  beneficiarySnapshot: BeneficiarySummary | null;
  amount: Money;
  narrative: string;
  reason: string | null;
  purposeCode: string | null;
  /** ISO 8601 date. */
  paymentDate: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  chargeType: 'SHARED' | 'OURS' | null;
  fee: Money | null;
  /** UTC, without a time zone. */
  transferredOn: string | null;
  /** ISO 8601 date. */
  executionDate: string | null;
  status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
  statusHistory: {
    status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
    subStatus: 'NEW' | 'AWAITING_AUTHORISATION' | 'AUTHORISED' | 'SUSPENDED' | 'SUBMITTED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  failureReturnedAmount: Money | null;
  swiftSubmission: SwiftSubmission | null;
  linkedPaymentInstructionId: string | null;
  metadata: string | null;
  authorisation: Authorisation | null;
  auditHistory: AuditHistory;
}

export interface PaymentBody {
  beneficiaryId: string;
  amount: MoneyBody;
  /** Today or later, in UTC. If the date is not available, the payment is sent on the next available one. */
  paymentDate: string;
  /** Required outside of production. */
  paymentType?: 'REGULAR' | 'PRIORITY' | null;
  /** Required for PRIORITY, not allowed for REGULAR. */
  chargeType?: 'SHARED' | 'OURS' | null;
  narrative: string;
  /** Default: the narrative. */
  reason?: string | null;
  purposeCode?: string | null;
  metadata?: string | null;
}

export interface PaymentDates {
  /** ISO 8601 date. */
  firstAvailableDate: string;
  /** ISO 8601 date. */
  lastAvailableDate: string;
  /** Why no payment is sent on a date: `Saturday`, `Good Friday (TARGET)`. */
  unavailableDates: Record<string, string> | null;
}

export interface PaymentDatesResponse {
  data: PaymentDates;
}

export interface PaymentInstruction {
  id: string;
  client: ClientReference;
  beneficiary: BeneficiarySummary;
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side. */
  amount: Decimal;
  /** ISO 8601 date. */
  paymentDate: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  chargeType: 'SHARED' | 'OURS' | null;
  narrative: string;
  metadata: string | null;
  indicativePrice: Price | null;
  actualPrice: Price | null;
  newPrice: NewPrice | null;
  fee: Money | null;
  linkedPaymentId: string | null;
  linkedConversionId: string | null;
  status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
  statusHistory: {
    status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  authorisation: Authorisation | null;
  auditHistory: AuditHistory;
}

export interface PaymentInstructionBody {
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side, with at most as many decimals as it has. */
  amount: Decimal | number;
  beneficiaryId: string;
  /** Today or later, in UTC. If the date is not available, the payment is sent on the next available one. */
  paymentDate: string;
  /** Required outside of production. */
  paymentType?: 'REGULAR' | 'PRIORITY' | null;
  /** Required for PRIORITY, not allowed for REGULAR. */
  chargeType?: 'SHARED' | 'OURS' | null;
  /** Appears on the statement of the beneficiary. */
  narrative: string;
  metadata?: string | null;
  /** Extension: the price of this quote, which must be for the same currencies, fixed side, amount and payment date. The conversion is filled at it. Default: the market rate. */
  quoteId?: string | null;
}

export interface PaymentInstructionList {
  data: PaymentInstruction[];
}

export interface PaymentInstructionPage {
  data: PaymentInstruction[];
  meta: SearchMeta;
}

export interface PaymentInstructionProgress {
  id: string;
  status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
  statusHistory: {
    status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
}

export interface PaymentInstructionProgressResponse {
  data: PaymentInstructionProgress;
}

export interface PaymentInstructionResponse {
  data: PaymentInstruction;
}

export interface PaymentList {
  data: Payment[];
}

export interface PaymentPage {
  data: Payment[];
  meta: SearchMeta;
}

export interface PaymentProgress {
  id: string;
  status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
  statusHistory: {
    status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
    subStatus: 'NEW' | 'AWAITING_AUTHORISATION' | 'AUTHORISED' | 'SUSPENDED' | 'SUBMITTED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
}

export interface PaymentProgressResponse {
  data: PaymentProgress;
}

export interface PaymentResponse {
  data: Payment;
}

export type Permission = 'api-keys:manage' | 'beneficiaries:read' | 'beneficiaries:write' | 'client-settings:write' | 'conversions:read' | 'conversions:write' | 'inbound-funds:read' | 'inbound-funds:write' | 'payment-instructions:read' | 'payment-instructions:write' | 'payments:read' | 'payments:write' | 'rates:read' | 'simulators:execute' | 'transactions:read' | 'wallets:read' | 'wallets:write' | 'webhook-notifications:read' | 'webhook-notifications:write' | 'webhook-subscriptions:read' | 'webhook-subscriptions:write';

export interface PingBody {
  /** Included in the payload. */
  message?: string | null;
}

export interface Price {
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit. */
  rate: Decimal;
  buyAmount: Money;
  sellAmount: Money;
  notes: string | null;
}

export interface PriceAcceptanceBody {
  /** `newPrice.price.rate` as you have seen it: another price is not accepted. Default: the one that the record shows now. */
  rate?: Decimal | number | null;
}

export interface PriceMoveBody {
  /** How far the market moves against the client: hundredths of a percent. */
  basisPoints: number;
}

export interface PriceRefusalBody {
  /** Becomes the statusReason of the REJECTED entry. */
  reason: string;
}

/** RFC 9457. `code` is stable; `type` is the path of a page about it. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The path of the request. */
  instance: string;
  code: 'invalid_request' | 'malformed_json' | 'idempotency_key_required' | 'ambiguous_credentials' | 'unauthenticated' | 'permission_required' | 'client_suspended' | 'bearer_token_required' | 'first_password_used' | 'password_change_required' | 'checker_required' | 'not_found' | 'quote_not_found' | 'method_not_allowed' | 'request_timeout' | 'client_closed' | 'idempotency_in_flight' | 'idempotency_key_expired' | 'already_exists' | 'illegal_transition' | 'step_in_progress' | 'step_parked' | 'second_person_required' | 'client_not_closable' | 'last_administrator' | 'events_expired' | 'wallet_exists' | 'quote_used' | 'instruction_not_pending' | 'maker_cannot_approve' | 'subscription_not_paused' | 'subscription_ended' | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'query_too_slow' | 'limit_reached' | 'time_has_passed' | 'time_too_far_ahead' | 'insufficient_funds' | 'wallet_full' | 'currency_not_sellable' | 'currency_not_buyable' | 'rate_unavailable' | 'price_moved' | 'amount_not_convertible' | 'payment_date_unavailable' | 'deposit_required' | 'exposure_limit_exceeded' | 'deal_limit_exceeded' | 'quote_expired' | 'quote_mismatch' | 'checker_limit_exceeded' | 'quote_not_held' | 'beneficiary_not_usable' | 'rate_limited' | 'too_many_streams' | 'internal' | 'unavailable';
  requestId: string;
  /** All issues of the request. */
  errors?: {
    /** A JSON pointer into the body, `#/amount`, or a parameter, `?q`. */
    pointer: string;
    /** The index of the character in a query. */
    position?: number;
    code: string;
    detail: string;
  }[];
  /** Only with `permission_required`. */
  requiredPermission?: string;
  /** Only with `idempotency_key_expired`: the id of the affected record. */
  resourceId?: string;
}

export interface PullBody {
  amount: Decimal | number;
  /** CREDIT (the default): the wallet is credited. PENDING: the funds wait for the simulators of inbound funds. RETURN: the other bank returns the request, and the funds are REJECTED. */
  outcome?: 'CREDIT' | 'PENDING' | 'RETURN' | null;
}

export interface QuoteBody {
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side, with at most as many decimals as it has. */
  amount: Decimal | number;
  /** What uses the quote must have this value date or payment date: today or later, in UTC, at most 12 months ahead. Default: any date. */
  valueDate?: string | null;
}

export interface Rate {
  /** Base then quote currency. */
  ccyPair: string;
  /** ISO 4217 currency code. */
  baseCcy: string;
  /** ISO 4217 currency code. */
  quoteCcy: string;
  /** Quote units received for selling one base unit. */
  sellRate: Decimal;
  /** Quote units paid to buy one base unit. */
  buyRate: Decimal;
}

export interface RateList {
  data: Rate[];
  meta: RateMeta;
}

export interface RateMeta {
  quotedCount: number;
  notQuotedCount: number;
  /** Pairs without a quote. */
  notQuoted: string[];
  /** When the response was created, in UTC. */
  timestamp: string;
}

export interface RelatedEntity {
  id: string;
  type: 'PAYMENT' | 'CONVERSION' | 'INBOUND_FUNDS' | 'ADJUSTMENT';
  reference: string;
  details: {
    description: string;
  };
}

export interface SearchBody {
  query?: SearchCondition | SearchGroup | null;
  sortBy?: SortBy[] | null;
  offset?: number | null;
  limit?: number | null;
  /** `meta.nextCursor` of the previous page, instead of an offset; with the same query and order. */
  cursor?: string | null;
}

export interface SearchCondition {
  /** The dotted path of a field; not case-sensitive. */
  field: string;
  operator: 'Equals' | 'DoesNotEqual' | 'GreaterThan' | 'GreaterThanOrEqual' | 'LessThan' | 'LessThanOrEqual' | 'Contains' | 'DoesNotContain' | 'StartsWith' | 'EndsWith' | 'Before' | 'OnOrBefore' | 'After' | 'OnOrAfter';
  /** A string, whatever the type of the field. */
  value: string;
}

export interface SearchField {
  /** The dotted path of the field in a record. */
  name: string;
  type: 'Id' | 'String' | 'Number' | 'Boolean' | 'Date' | 'Enum';
  /** The operators of its type, by their symbols. */
  operators: Operator[];
  values: string[] | null;
  /** False for fields in lists, of which a record has several values. */
  isSortable: boolean;
  /** Whether a search by it is fast for any number of records: by its values or, for a text, by a part of three characters or more. */
  isIndexed: boolean;
}

export interface SearchFields {
  /** Name of the collection, as in paths. */
  collection: string;
  fields: SearchField[];
}

export interface SearchFieldsList {
  data: SearchFields[];
}

export interface SearchGroup {
  groupOperator: 'AND' | 'OR';
  conditions: (SearchCondition | SearchGroup)[];
}

export interface SearchMeta {
  /** The query in its canonical form, or `[None]`. */
  query: string;
  sortBy: string[];
  offset: number;
  limit: number;
  /** Number of records in this page. */
  count: number;
  /** Number of matching records. */
  totalCount: number;
  /** When the response was created, in UTC. */
  timestamp: string;
  /** Send it as `cursor` for the next page; null on the last one. An addition to the published contract. */
  nextCursor: string | null;
}

export interface SimulatedCredit {
  /** ISO 4217 currency code. */
  ccyCode: string;
  amount: Decimal | number;
  narrative?: string | null;
  sender?: SimulatedSender | null;
  outcome?: 'CREDIT' | 'PENDING' | 'REJECT' | null;
  /** The collection account of the wallet that receives the money. LOCAL: only for GBP, EUR, USD and CAD, where it is the default. INTERNATIONAL: for every currency, the default of the others. */
  receivingAccount?: 'LOCAL' | 'INTERNATIONAL' | null;
}

export interface SimulatedSender {
  name?: string | null;
  /** On whose behalf the sender pays. */
  ultimateDebtor?: string | null;
  address?: string | null;
  /** ISO 3166-1 alpha-2 country code. */
  countryCode?: string | null;
  accountNumber?: string | null;
  /** A BIC of 8 or 11 characters, an extension. */
  bicSwiftCode?: string | null;
  routingCode?: string | null;
}

export interface SortBy {
  field: string;
  order: 'ASC' | 'DESC';
}

export interface Statement {
  client: ClientReference;
  wallet: {
    id: string;
    /** ISO 4217 currency code. */
    ccyCode: string;
  };
  /** ISO 8601 date. */
  from: string;
  /** ISO 8601 date. */
  to: string;
  openingBalance: Money;
  credits: Money;
  debits: Money;
  closingBalance: Money;
  /** Of the transactions. */
  count: number;
  transactions: Transaction[];
}

export interface StatementResponse {
  data: Statement;
}

export interface SubscriptionBody {
  /** A label. */
  targetPlatform?: string | null;
  /** https (in a sandbox also http), a host on the public internet, the default port of the scheme or 1024 or higher. In a sandbox with `WEBHOOK_ALLOW_LOOPBACK` also http to 127.0.0.1 or localhost. */
  targetUrl: string;
  /** Values from `GET /v1/reference-data/webhook-subscriptions/events`. */
  events: Event[];
}

export type SupportedPaymentType = 'REGULAR' | 'PRIORITY';

export interface SuspendBody {
  reason?: string | null;
}

export interface SwiftStatusBody {
  /** PENDING, then PROCESSING, then SUCCESS. FAILED from both of the first. */
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
}

export interface SwiftSubmission {
  format: 'MT103';
  message: string;
  /** The UETR. */
  reference: string;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
}

export interface Timeline {
  id: string;
  /** Where the money is and what happens next; null if the timeline is not about the money of one payment, conversion or receipt. */
  whereTheMoneyIs: string | null;
  events: TimelineEvent[];
  /** False if there are more events than a timeline shows: then these are the last 500. */
  isComplete: boolean;
  /** The webhook notifications about the records of the timeline, oldest first, with their attempts. Null if the caller may not read them, or if they cannot be read at the moment. */
  notifications: WebhookDelivery[] | null;
}

/** Who acted. `approvedBy`: the second person, of a command that needed one. */
export interface TimelineActor {
  type: 'USER' | 'STAFF';
  id: string;
  name: string;
  withApiKey: string | null;
  approvedBy: {
    id: string;
    name: string;
  } | null;
}

/** What a bank was asked, or has reported. Staff find the submission in the list of submissions. */
export interface TimelineBankMessage {
  format: string | null;
  /** The UETR, or the reference of a submission. */
  reference: string | null;
  status: string;
}

export interface TimelineEvent {
  /** Unique within its service. */
  id: string;
  service: string;
  type: string;
  /** UTC, without a time zone. */
  occurredOn: string;
  /** What happened. */
  summary: string;
  /** Null if Corridor acted on its own. Clients do not see which member of staff acted. */
  actor: TimelineActor | null;
  /** The same in all events that one request has caused. */
  requestId: string;
  traceId: string;
  /** The event that led to it, if it is in the timeline. */
  causedBy: string | null;
  recordIds: string[];
  amounts: Money[];
  postings: TimelinePosting[];
  bankMessage: TimelineBankMessage | null;
}

/** An entry of the ledger. A positive amount is a credit to the account; `balance` is that of a wallet after it. */
export interface TimelinePosting {
  account: string;
  amount: Money;
  balance: Money | null;
}

export interface TimelineResponse {
  data: Timeline;
}

export interface TokenBody {
  email: string;
  password: string;
  /** Replaces the password, which ends all other sessions. Needed once for a password that staff have given. In PRODUCTION at least 12 characters, and not easy to guess. */
  newPassword?: string | null;
}

export interface Transaction {
  id: string;
  client: ClientReference;
  wallet: {
    id: string;
    /** ISO 4217 currency code. */
    ccyCode: string;
  };
  amount: Money;
  signedAmount: Money;
  balance: Money;
  direction: 'CREDIT' | 'DEBIT';
  triggeredByAction: 'PAYMENT' | 'PAYMENT_FAILURE' | 'PAYMENT_FEE' | 'CONVERSION' | 'CONVERSION_DEPOSIT' | 'DEPOSIT_REFUND' | 'FUNDING' | 'ADJUSTMENT';
  status: 'PENDING' | 'COMPLETED';
  reason: string | null;
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  settlesOn: string;
  /** UTC, without a time zone. */
  completedOn: string | null;
  /** UTC, without a time zone. */
  updatedOn: string;
  relatedEntity: RelatedEntity;
  /** Increases with each movement of the client. */
  sortPriority: number;
  /** UTC, without a time zone. */
  sortDate: string;
}

export interface TransactionPage {
  data: Transaction[];
  meta: SearchMeta;
}

export interface TransactionResponse {
  data: Transaction;
}

export interface User {
  id: string;
  clientUserId: string;
  firstName: string;
  lastName: string;
  email: string;
  status: 'Active' | 'Disabled';
  /** UTC, without a time zone. */
  dateOfLastLogin: string | null;
  permissions: string[];
  approval: ApprovalRights;
}

export interface UserPage {
  data: User[];
  meta: SearchMeta;
}

export interface ValidatedBeneficiary {
  bankAccount: BankAccount;
  supportedPaymentTypes: SupportedPaymentType[];
}

export interface ValidatedBeneficiaryResponse {
  data: ValidatedBeneficiary;
}

export interface Wallet {
  id: string;
  client: ClientReference;
  /** ISO 4217 currency code. */
  ccyCode: string;
  balance: Money;
  pendingBalance: Money;
  isFavourite: boolean;
  collectionAccounts: CollectionAccount[];
  linkedFundingAccounts: WalletFundingAccount[];
}

export interface WalletFundingAccount {
  id: string;
  /** ISO 4217 currency code. */
  ccyCode: string;
  method: 'ACH_PULL';
  accountHolderName: string;
  bankName: string;
  accountNumber: string;
  routingCode: string;
  routingCodeType: 'ABA';
}

export interface WalletResponse {
  data: Wallet;
}

export interface WalletSettingsBody {
  isFavourite: boolean;
}

export interface WalletSummary {
  id: string;
  /** ISO 4217 currency code. */
  ccyCode: string;
  balance: Money;
  pendingBalance: Money;
  isFavourite: boolean;
  collectionAccounts: {
    id: string;
    /** ISO 4217 currency code. */
    ccyCode: string;
  }[];
}

export interface WalletSummaryPage {
  data: WalletSummary[];
  meta: SearchMeta;
}

export interface WebhookAuditEntry {
  /** The user of the client; null if Corridor acted on its own. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
  withApiKey: string | null;
}

export interface WebhookAuditHistory {
  /** 1 on creation; increases with each change. */
  version: number;
  created: WebhookAuditEntry;
  updated: WebhookAuditEntry;
}

export interface WebhookAuthorisation {
  status: 'AWAITING_AUTHORISATION' | 'APPROVED' | 'REJECTED';
  /** The checker; null while it waits. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
}

export interface WebhookBeneficiarySummary {
  id: string;
  displayName: string;
  /** ISO 3166-1 alpha-2 country code. */
  bankCountryCode: string;
}

export interface WebhookClientReference {
  id: string;
  name: string;
}

export interface WebhookConversion {
  id: string;
  reference: string;
  client: WebhookClientReference;
  buyAmount: WebhookMoney;
  sellAmount: WebhookMoney;
  /** UTC, without a time zone. */
  tradeDate: string;
  /** UTC, without a time zone. */
  fundByDate: string;
  /** ISO 8601 date. */
  valueDate: string;
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit. */
  rate: Decimal;
  deposit: WebhookDeposit;
  status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
  statusHistory: {
    status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  linkedPaymentInstructionId: string | null;
  metadata: string | null;
  payments: WebhookConversionPayment[];
  fundsRequired: WebhookMoney;
  auditHistory: WebhookAuditHistory;
}

export interface WebhookConversionPayment {
  id: string;
  reference: string;
  beneficiary: WebhookBeneficiarySummary;
  beneficiarySnapshot: WebhookBeneficiarySummary | null;
  narrative: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  /** ISO 8601 date. */
  paymentDate: string;
  chargeType: 'SHARED' | 'OURS' | null;
  amount: WebhookMoney;
  fee: WebhookMoney | null;
  failureReturnedAmount: WebhookMoney | null;
  status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
}

export interface WebhookDelivery {
  notification: {
    id: string;
  };
  subscription: {
    id: string;
  };
  eventType: 'ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed';
  relatedEntityId: string | null;
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  sentOn: string | null;
  /** UTC, without a time zone. */
  lockedUntil: string | null;
  clonedFromNotificationId: string | null;
  attempts: WebhookDeliveryAttempt[];
}

export interface WebhookDeliveryAttempt {
  id: string;
  /** Begins with 1. */
  attemptNumber: number;
  /** UTC, without a time zone. */
  startedOn: string;
  /** From the DNS lookup of the host to the end of the response; null if the attempt was interrupted. */
  latencyMs: number | null;
  outcome: 'DELIVERED' | 'FAILED' | 'INTERRUPTED';
  /** Status of the response, if there was one. */
  statusCode: number | null;
  /** The same message as `lastError`. */
  error: string | null;
  /** The beginning of the response body, at most 1 kB, without control characters and secrets. */
  responseExcerpt: string | null;
}

export interface WebhookDeliveryList {
  data: WebhookDelivery[];
}

export interface WebhookDeposit {
  isRequired: boolean;
  amount: {
    /** ISO 4217 currency code. */
    ccyCode: string | null;
    value: Decimal;
  };
  /** UTC, without a time zone. */
  fundByDate: string | null;
  status: 'NOT_REQUIRED' | 'AWAITING_DEPOSIT' | 'DEPOSIT_RECEIVED';
}

export interface WebhookInboundFunds {
  id: string;
  reference: string;
  client: WebhookClientReference;
  amount: WebhookMoney;
  narrative: string | null;
  /** ISO 8601 date. */
  creditsOn: string;
  sender: {
    name: string | null;
    /** On whose behalf the sender pays, if the bank names it. */
    ultimateDebtor: string | null;
    address: string | null;
    countryCode: string | null;
  };
  /** The account that it is pulled from; null if somebody else has sent it. */
  linkedFundingAccountId: string | null;
  status: 'PENDING' | 'CREDITED' | 'REJECTED';
  statusHistory: {
    status: 'PENDING' | 'CREDITED' | 'REJECTED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
}

export interface WebhookMoney {
  /** ISO 4217 currency code. */
  ccyCode: string;
  /** The exact decimal, with at most as many decimals as the currency has. */
  value: Decimal;
}

export interface WebhookNewPrice {
  status: 'AWAITING_CONSENT' | 'ACCEPTED' | 'APPROVED';
  price: WebhookPrice;
  /** Who accepted it; null for a dealer. */
  by: {
    id: string;
    name: string;
  } | null;
  /** UTC, without a time zone. */
  on: string;
}

export interface WebhookNotification {
  id: string;
  subscription: {
    id: string;
  };
  eventType: 'ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed';
  /** The record that the event is about, without bank details; `message` for a ping. */
  payload: {
    id?: string | null;
    status?: string | null;
    message?: string | null;
  };
  /** The URL of the subscription, or of the last attempt. */
  targetUrl: string;
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  sentOn: string | null;
  /** 0 before the first attempt. */
  attemptCount: number;
  lastError: string | null;
  /** UTC, without a time zone. */
  lockedUntil: string | null;
  relatedEntityId: string | null;
  relatedEntityType: 'Payment' | 'PaymentInstruction' | 'Conversion' | 'InboundFunds' | 'Transaction' | null;
  clonedFromNotificationId: string | null;
}

export interface WebhookNotificationAttempt {
  id: string;
  notification: {
    id: string;
  };
  subscription: {
    id: string;
  };
  /** Begins with 1. */
  attemptNumber: number;
  /** The URL of this attempt. */
  targetUrl: string;
  /** UTC, without a time zone. */
  startedOn: string;
  /** From the DNS lookup of the host to the end of the response; null if the attempt was interrupted. */
  latencyMs: number | null;
  outcome: 'DELIVERED' | 'FAILED' | 'INTERRUPTED';
  /** Status of the response, if there was one. */
  statusCode: number | null;
  failure: 'STATUS' | 'URL_NOT_ALLOWED' | 'ADDRESS_NOT_ALLOWED' | 'UNREACHABLE' | 'TLS' | 'TIMEOUT' | 'CONNECTION_CLOSED' | 'INVALID_RESPONSE' | 'RESPONSE_TOO_LARGE' | 'ABORTED' | 'INTERNAL' | 'UNKNOWN' | null;
  /** The same message as `lastError`. */
  error: string | null;
  /** The beginning of the response body, at most 1 kB, without control characters and secrets. */
  responseExcerpt: string | null;
}

export interface WebhookNotificationAttemptPage {
  data: WebhookNotificationAttempt[];
  meta: SearchMeta;
}

export interface WebhookNotificationPage {
  data: WebhookNotification[];
  meta: SearchMeta;
}

export interface WebhookNotificationResponse {
  data: WebhookNotification;
}

export interface WebhookPayment {
  id: string;
  reference: string;
  client: WebhookClientReference;
  beneficiary: WebhookBeneficiarySummary;
  beneficiarySnapshot: WebhookBeneficiarySummary | null;
  amount: WebhookMoney;
  narrative: string;
  reason: string | null;
  purposeCode: string | null;
  /** ISO 8601 date. */
  paymentDate: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  chargeType: 'SHARED' | 'OURS' | null;
  fee: WebhookMoney | null;
  /** UTC, without a time zone. */
  transferredOn: string | null;
  /** ISO 8601 date. */
  executionDate: string | null;
  status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
  statusHistory: {
    status: 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
    subStatus: 'NEW' | 'AWAITING_AUTHORISATION' | 'AUTHORISED' | 'SUSPENDED' | 'SUBMITTED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  failureReturnedAmount: WebhookMoney | null;
  linkedPaymentInstructionId: string | null;
  metadata: string | null;
  authorisation: WebhookAuthorisation | null;
  auditHistory: WebhookAuditHistory;
}

export interface WebhookPaymentInstruction {
  id: string;
  client: WebhookClientReference;
  beneficiary: WebhookBeneficiarySummary;
  /** ISO 4217 currency code. */
  sellCcyCode: string;
  /** ISO 4217 currency code. */
  buyCcyCode: string;
  fixedSide: 'BUY' | 'SELL';
  /** In the currency of the fixed side. */
  amount: Decimal;
  /** ISO 8601 date. */
  paymentDate: string;
  paymentType: 'REGULAR' | 'PRIORITY';
  chargeType: 'SHARED' | 'OURS' | null;
  narrative: string;
  metadata: string | null;
  indicativePrice: WebhookPrice | null;
  actualPrice: WebhookPrice | null;
  newPrice: WebhookNewPrice | null;
  fee: WebhookMoney | null;
  linkedPaymentId: string | null;
  linkedConversionId: string | null;
  status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
  statusHistory: {
    status: 'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';
    statusReason: string | null;
    /** UTC, without a time zone. */
    occurredOn: string;
  }[];
  authorisation: WebhookAuthorisation | null;
  auditHistory: WebhookAuditHistory;
}

export interface WebhookPrice {
  /** Base then quote currency. */
  ccyPair: string;
  /** Quote units for one base unit. */
  rate: Decimal;
  buyAmount: WebhookMoney;
  sellAmount: WebhookMoney;
  notes: string | null;
}

export interface WebhookRelatedEntity {
  id: string;
  type: 'PAYMENT' | 'CONVERSION' | 'INBOUND_FUNDS' | 'ADJUSTMENT';
  reference: string;
  details: {
    description: string;
  };
}

export interface WebhookSubscription {
  id: string;
  client: ClientReference;
  /** A label. */
  targetPlatform: string | null;
  targetUrl: string;
  events: EventValue[];
  /** False when paused or unsubscribed. */
  isActive: boolean;
  /** UTC, without a time zone. */
  unsubscribedOn: string | null;
  auditHistory: AuditHistory;
}

export interface WebhookSubscriptionPage {
  data: WebhookSubscription[];
  meta: SearchMeta;
}

export interface WebhookSubscriptionResponse {
  data: WebhookSubscription;
}

export interface WebhookSubscriptionState {
  id: string;
  /** False when paused or unsubscribed. */
  isActive: boolean;
  /** UTC, without a time zone. */
  unsubscribedOn: string | null;
}

export interface WebhookSubscriptionStateResponse {
  data: WebhookSubscriptionState;
}

export interface WebhookSubscriptionWithSecret {
  id: string;
  client: ClientReference;
  /** A label. */
  targetPlatform: string | null;
  targetUrl: string;
  events: EventValue[];
  /** False when paused or unsubscribed. */
  isActive: boolean;
  /** UTC, without a time zone. */
  unsubscribedOn: string | null;
  /** `whsec_` and the base64 of 32 bytes, as in Standard Webhooks. */
  signingSecret: string;
  auditHistory: AuditHistory;
}

export interface WebhookSubscriptionWithSecretResponse {
  data: WebhookSubscriptionWithSecret;
}

export interface WebhookTransaction {
  id: string;
  client: WebhookClientReference;
  wallet: {
    id: string;
    /** ISO 4217 currency code. */
    ccyCode: string;
  };
  amount: WebhookMoney;
  signedAmount: WebhookMoney;
  balance: WebhookMoney;
  direction: 'CREDIT' | 'DEBIT';
  triggeredByAction: 'PAYMENT' | 'PAYMENT_FAILURE' | 'PAYMENT_FEE' | 'CONVERSION' | 'CONVERSION_DEPOSIT' | 'DEPOSIT_REFUND' | 'FUNDING' | 'ADJUSTMENT';
  status: 'PENDING' | 'COMPLETED';
  reason: string | null;
  /** UTC, without a time zone. */
  createdOn: string;
  /** UTC, without a time zone. */
  settlesOn: string;
  /** UTC, without a time zone. */
  completedOn: string | null;
  /** UTC, without a time zone. */
  updatedOn: string;
  relatedEntity: WebhookRelatedEntity;
  /** Increases with each movement of the client. */
  sortPriority: number;
  /** UTC, without a time zone. */
  sortDate: string;
}

/** The body of a webhook, by `eventType`. */
export type WebhookEvent =
  | {
      id: string;
      eventType: 'ping';
      /** UTC, without a time zone. */
      createdOn: string;
      /** Always null. */
      relatedEntityId: string | null;
      /** Always null. */
      relatedEntityType: string | null;
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: {
        message: string | null;
      };
    }
  | {
      id: string;
      eventType: 'payment.draft';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment.ready_to_send';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment.sent';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment.completed';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment.failed';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment.cancelled';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Payment';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPayment;
    }
  | {
      id: string;
      eventType: 'payment_instruction.pending';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.acknowledged';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.filled';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.sent';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.cancelled';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.rejected';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'payment_instruction.failed';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'PaymentInstruction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookPaymentInstruction;
    }
  | {
      id: string;
      eventType: 'conversion.booked';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Conversion';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookConversion;
    }
  | {
      id: string;
      eventType: 'conversion.exchanged';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Conversion';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookConversion;
    }
  | {
      id: string;
      eventType: 'conversion.cancelled';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Conversion';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookConversion;
    }
  | {
      id: string;
      eventType: 'conversion.awaiting_deposit';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Conversion';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookConversion;
    }
  | {
      id: string;
      eventType: 'conversion.deposit_received';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Conversion';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookConversion;
    }
  | {
      id: string;
      eventType: 'inbound_funds.pending';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'InboundFunds';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookInboundFunds;
    }
  | {
      id: string;
      eventType: 'inbound_funds.credited';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'InboundFunds';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookInboundFunds;
    }
  | {
      id: string;
      eventType: 'inbound_funds.rejected';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'InboundFunds';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookInboundFunds;
    }
  | {
      id: string;
      eventType: 'transaction.completed';
      /** UTC, without a time zone. */
      createdOn: string;
      relatedEntityId: string;
      relatedEntityType: 'Transaction';
      /** Increases with every event of the entity; there can be gaps. */
      sequence: number;
      payload: WebhookTransaction;
    };
