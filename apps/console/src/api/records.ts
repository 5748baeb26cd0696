/** The records of the API, by the types of its contracts. Nothing of the contracts is in the bundle. */
import type { RecordOf } from '@corridor/contracts';
import type { schemas as gateway } from '@corridor/gateway-contract';
import type { schemas as ledger } from '@corridor/ledger-contract';
import type { schemas as webhooks } from '@corridor/webhook-dispatcher-contract';

export type {
  ConversionResource as Conversion,
  CountryResource as Country,
  CurrencyResource as Currency,
  QuoteResource as Quote,
  RateResource as Rate,
} from '@corridor/conversions-contract';
export type {
  LoggedRequestResource as LoggedRequest,
  OwnApiKeyResource as ApiKey,
  TimelineEventResource as TimelineEvent,
  TimelineResource as Timeline,
  UserResource as User,
} from '@corridor/gateway-contract';
export type { InboundFundsResource as InboundFunds } from '@corridor/inbound-funds-contract';
export type {
  BalanceHistoryResource as BalanceHistory,
  StatementResource as Statement,
  TransactionResource as Transaction,
  WalletResource as Wallet,
} from '@corridor/ledger-contract';
export type {
  BeneficiaryFields,
  BeneficiaryResource as Beneficiary,
  FeePreviewResource as FeePreview,
  PaymentDatesResource as PaymentDates,
  PaymentInstructionResource as Instruction,
  PaymentResource as Payment,
} from '@corridor/payments-contract';
export type {
  WebhookDeliveryResource as Delivery,
  WebhookNotificationResource as Notification,
  WebhookSubscriptionResource as Endpoint,
} from '@corridor/webhook-dispatcher-contract';

export type EndpointWithSecret = RecordOf<typeof webhooks.webhookSubscriptionWithSecret>;
export type Attempt = RecordOf<typeof webhooks.webhookNotificationAttempt>;
export type WalletSummary = RecordOf<typeof ledger.walletSummary>;
export type ApiKeyWithSecret = RecordOf<typeof gateway.newApiKey>;
export type Identity = RecordOf<typeof gateway.identity>;

export interface Amount {
  readonly ccyCode: string;
  readonly value: number;
}
