/** Generated from docs/openapi.json by `npm run openapi`. */
import { Sending, type CallOptions, type CommandOptions, type SearchQuery, pathOf } from '../sending.js';
import type { Search } from '../search.js';
import type {
  AccessToken,
  ApiKey,
  ApiKeyBody,
  BalanceHistory,
  Beneficiary,
  BeneficiaryBody,
  BeneficiaryFields,
  Calendar,
  CancellationBody,
  CancellationQuote,
  ClientClock,
  ClientClockBody,
  ClientSettingsBody,
  ClientWithSettings,
  Conversion,
  ConversionBody,
  ConversionProgress,
  Country,
  Currency,
  DateChangeBody,
  DateChangeQuote,
  DateChangeQuoteBody,
  DepositBody,
  DrawdownBody,
  FailBody,
  FeeBody,
  FeePreview,
  FeePreviewBody,
  FillBody,
  FirmQuote,
  FundingPullBody,
  Identity,
  InboundFunds,
  LinkedFundingAccount,
  LinkedFundingAccountBody,
  LoggedRequest,
  NewApiKey,
  OpenWalletBody,
  OwnApiKey,
  Payment,
  PaymentBody,
  PaymentDates,
  PaymentInstruction,
  PaymentInstructionBody,
  PaymentInstructionProgress,
  PaymentProgress,
  PingBody,
  PriceAcceptanceBody,
  PriceMoveBody,
  PriceRefusalBody,
  PullBody,
  QuoteBody,
  RateList,
  SearchBody,
  SearchFields,
  SimulatedCredit,
  Statement,
  SubscriptionBody,
  SuspendBody,
  SwiftStatusBody,
  Timeline,
  TokenBody,
  Transaction,
  User,
  ValidatedBeneficiary,
  Wallet,
  WalletSettingsBody,
  WalletSummary,
  WebhookDelivery,
  WebhookNotification,
  WebhookNotificationAttempt,
  WebhookSubscription,
  WebhookSubscriptionState,
  WebhookSubscriptionWithSecret,
} from './schemas.js';

export abstract class Operations extends Sending {
  /** Lists your API keys. Newest first, including revoked keys, at most 1000. `GET /v1/api-keys` */
  listOwnApiKeys(options?: CallOptions): Promise<OwnApiKey[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/api-keys` }, options);
  }

  /** Creates an API key. With all or some of the permissions of the calling user. Only this response contains the secret. `POST /v1/api-keys` */
  createOwnApiKey(body: ApiKeyBody, options?: CommandOptions): Promise<NewApiKey> {
    return this.record({ method: 'POST', path: pathOf`/v1/api-keys`, body, isCommand: true }, options);
  }

  /** Revokes one of your API keys. Immediately and permanently. `POST /v1/api-keys/{id}/revoke` */
  revokeOwnApiKey(id: string, options?: CommandOptions): Promise<ApiKey> {
    return this.record({ method: 'POST', path: pathOf`/v1/api-keys/${id}/revoke`, isCommand: true }, options);
  }

  /** Issues an access token. For a user with email address and password. Use API keys for programs. A token is valid for 30 minutes. `POST /v1/auth/token` */
  issueToken(body: TokenBody, options?: CallOptions): Promise<AccessToken> {
    return this.record({ method: 'POST', path: pathOf`/v1/auth/token`, body }, options);
  }

  /** Returns the identity of the caller. User, client, permissions and environment of the credential. `GET /v1/auth/who-am-i` */
  whoAmI(options?: CallOptions): Promise<Identity> {
    return this.record({ method: 'GET', path: pathOf`/v1/auth/who-am-i` }, options);
  }

  /** Changes the settings of the client. Returns the client with its new settings. `PUT /v1/client-settings` */
  changeClientSettings(body: ClientSettingsBody, options?: CommandOptions): Promise<ClientWithSettings> {
    return this.record({ method: 'PUT', path: pathOf`/v1/client-settings`, body, isCommand: true }, options);
  }

  /** Searches the requests of your API keys. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/request-log` */
  searchRequestLog(query?: SearchQuery, options?: CallOptions): Search<LoggedRequest> {
    return this.search({ method: 'GET', path: pathOf`/v1/request-log`, query }, options);
  }

  /** Searches the requests of your API keys, with the query in the body. The same search as `GET /v1/request-log`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/request-log/search` */
  searchRequestLogByBody(body: SearchBody, options?: CallOptions): Search<LoggedRequest> {
    return this.search({ method: 'POST', path: pathOf`/v1/request-log/search`, body }, options);
  }

  /** Searches the users of your client. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/users` */
  searchOwnUsers(query?: SearchQuery, options?: CallOptions): Search<User> {
    return this.search({ method: 'GET', path: pathOf`/v1/users`, query }, options);
  }

  /** Searches the users of your client, with the query in the body. The same search as `GET /v1/users`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/users/search` */
  searchOwnUsersByBody(body: SearchBody, options?: CallOptions): Search<User> {
    return this.search({ method: 'POST', path: pathOf`/v1/users/search`, body }, options);
  }

  /** Searches the requests of your API keys of your client. The same as `GET /v1/request-log`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/request-log` */
  searchRequestLogOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<LoggedRequest> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/request-log`, query }, options);
  }

  /** Searches the requests of your API keys of your client, with the query in the body. The same as `POST /v1/request-log/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/request-log/search` */
  searchRequestLogOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<LoggedRequest> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/request-log/search`, body }, options);
  }

  /** Searches the users of your client of your client. The same as `GET /v1/users`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/users` */
  searchOwnUsersOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<User> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/users`, query }, options);
  }

  /** Searches the users of your client of your client, with the query in the body. The same as `POST /v1/users/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/users/search` */
  searchOwnUsersOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<User> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/users/search`, body }, options);
  }

  /** Returns the balances of all wallets, day by day. For each wallet its balance before the first day, and the balance at the end of each day on which money moved: a day that is not listed has that of the day before. The balances are those of statements; pending funds are not in them. `GET /v1/balance-history` */
  getBalanceHistory(query?: { days?: number }, options?: CallOptions): Promise<BalanceHistory> {
    return this.record({ method: 'GET', path: pathOf`/v1/balance-history`, query }, options);
  }

  /** Searches the wallets. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/wallets` */
  searchWallets(query?: SearchQuery, options?: CallOptions): Search<WalletSummary> {
    return this.search({ method: 'GET', path: pathOf`/v1/wallets`, query }, options);
  }

  /** Opens a wallet in a currency. Its collection accounts are issued at once and are part of the next read, unless it has to wait for them because none is free. `POST /v1/wallets` */
  openWallet(body: OpenWalletBody, options?: CommandOptions): Promise<Wallet> {
    return this.record({ method: 'POST', path: pathOf`/v1/wallets`, body, isCommand: true }, options);
  }

  /** Searches the wallets, with the query in the body. The same search as `GET /v1/wallets`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/wallets/search` */
  searchWalletsByBody(body: SearchBody, options?: CallOptions): Search<WalletSummary> {
    return this.search({ method: 'POST', path: pathOf`/v1/wallets/search`, body }, options);
  }

  /** Returns a wallet. By its id or by its currency code. `GET /v1/wallets/{idOrCcyCode}` */
  getWallet(idOrCcyCode: string, options?: CallOptions): Promise<Wallet> {
    return this.record({ method: 'GET', path: pathOf`/v1/wallets/${idOrCcyCode}` }, options);
  }

  /** Returns the statement of a wallet. Both days are included (UTC). The balances are those of the ledger: opening balance, credits and debits come to the closing balance. `GET /v1/wallets/{idOrCcyCode}/statements` */
  getStatement(idOrCcyCode: string, query: { from: string; to: string }, options?: CallOptions): Promise<Statement> {
    return this.record({ method: 'GET', path: pathOf`/v1/wallets/${idOrCcyCode}/statements`, query }, options);
  }

  /** Exports the statement of a wallet. Both days are included (UTC). The balances are those of the ledger: opening balance, credits and debits come to the closing balance. CSV without a CLOSING row is incomplete. camt.053 and PDF have at most 10000 transactions. `GET /v1/wallets/{idOrCcyCode}/statements/export` */
  exportStatement(idOrCcyCode: string, query: { from: string; to: string; format?: string }, options?: CallOptions): Promise<Blob> {
    return this.file({ method: 'GET', path: pathOf`/v1/wallets/${idOrCcyCode}/statements/export`, query }, options);
  }

  /** Sets whether a wallet is a favourite. Returns the wallet. Nothing else depends on it. `PUT /v1/wallets/{id}/settings` */
  changeWalletSettings(id: string, body: WalletSettingsBody, options?: CommandOptions): Promise<Wallet> {
    return this.record({ method: 'PUT', path: pathOf`/v1/wallets/${id}/settings`, body, isCommand: true }, options);
  }

  /** Searches the wallets of your client. The same as `GET /v1/wallets`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/wallets` */
  searchWalletsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<WalletSummary> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/wallets`, query }, options);
  }

  /** Searches the wallets of your client, with the query in the body. The same as `POST /v1/wallets/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/wallets/search` */
  searchWalletsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<WalletSummary> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/wallets/search`, body }, options);
  }

  /** Searches the transactions of all wallets. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/transactions` */
  searchTransactions(query?: SearchQuery, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'GET', path: pathOf`/v1/transactions`, query }, options);
  }

  /** Searches the transactions of all wallets, with the query in the body. The same search as `GET /v1/transactions`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/transactions/search` */
  searchTransactionsByBody(body: SearchBody, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'POST', path: pathOf`/v1/transactions/search`, body }, options);
  }

  /** Returns a transaction. One movement in a wallet, with the balance after it. That of PENDING inbound funds becomes COMPLETED when they are credited, and is not found any more when they are rejected; a COMPLETED one never changes. `GET /v1/transactions/{id}` */
  getTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.record({ method: 'GET', path: pathOf`/v1/transactions/${id}` }, options);
  }

  /** Searches the transactions of a wallet. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/wallets/{idOrCcyCode}/transactions` */
  searchWalletTransactions(idOrCcyCode: string, query?: SearchQuery, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'GET', path: pathOf`/v1/wallets/${idOrCcyCode}/transactions`, query }, options);
  }

  /** Searches the transactions of a wallet, with the query in the body. The same search as `GET /v1/wallets/{idOrCcyCode}/transactions`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/wallets/{idOrCcyCode}/transactions/search` */
  searchWalletTransactionsByBody(idOrCcyCode: string, body: SearchBody, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'POST', path: pathOf`/v1/wallets/${idOrCcyCode}/transactions/search`, body }, options);
  }

  /** Searches the transactions of all wallets of your client. The same as `GET /v1/transactions`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/transactions` */
  searchTransactionsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/transactions`, query }, options);
  }

  /** Searches the transactions of all wallets of your client, with the query in the body. The same as `POST /v1/transactions/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/transactions/search` */
  searchTransactionsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/transactions/search`, body }, options);
  }

  /** Searches the transactions of a wallet of your client. The same as `GET /v1/wallets/{idOrCcyCode}/transactions`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/wallets/{idOrCcyCode}/transactions` */
  searchWalletTransactionsOfClient(clientId: string, idOrCcyCode: string, query?: SearchQuery, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/wallets/${idOrCcyCode}/transactions`, query }, options);
  }

  /** Searches the transactions of a wallet of your client, with the query in the body. The same as `POST /v1/wallets/{idOrCcyCode}/transactions/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/wallets/{idOrCcyCode}/transactions/search` */
  searchWalletTransactionsOfClientByBody(clientId: string, idOrCcyCode: string, body: SearchBody, options?: CallOptions): Search<Transaction> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/wallets/${idOrCcyCode}/transactions/search`, body }, options);
  }

  /** Searches the payment instructions. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/payment-instructions` */
  searchPaymentInstructions(query?: SearchQuery, options?: CallOptions): Search<PaymentInstruction> {
    return this.search({ method: 'GET', path: pathOf`/v1/payment-instructions`, query }, options);
  }

  /** Creates a payment instruction. Conversion and payment in one request: the currencies to sell and to buy, the fixed side, the beneficiary and the payment date. `POST /v1/payment-instructions` */
  createPaymentInstruction(body: PaymentInstructionBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Searches the payment instructions, with the query in the body. The same search as `GET /v1/payment-instructions`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/payment-instructions/search` */
  searchPaymentInstructionsByBody(body: SearchBody, options?: CallOptions): Search<PaymentInstruction> {
    return this.search({ method: 'POST', path: pathOf`/v1/payment-instructions/search`, body }, options);
  }

  /** Returns a payment instruction. By its id. A record of another client is not found. `GET /v1/payment-instructions/{id}` */
  getPaymentInstruction(id: string, options?: CallOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'GET', path: pathOf`/v1/payment-instructions/${id}` }, options);
  }

  /** Accepts the new price of a payment instruction. While `newPrice.status` is AWAITING_CONSENT: the price has become worse than `indicativePrice` by more than your margin plan allows. The new price is the indicative one from then on, and the instruction is filled unless the market moves as far again. Above the limit of a maker, a checker accepts it. `POST /v1/payment-instructions/{id}/accept-price` */
  acceptPaymentInstructionPrice(id: string, body: PriceAcceptanceBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions/${id}/accept-price`, body, decimals: ['rate'], isCommand: true }, options);
  }

  /** Approves a payment instruction of another user. For a checker of the client, up to the limit of that checker, while `authorisation.status` is AWAITING_AUTHORISATION: a maker with a lower limit has created it. It stays PENDING and is processed from then on; if its date has passed, it is paid on the next available one. `POST /v1/payment-instructions/{id}/approve` */
  approvePaymentInstruction(id: string, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions/${id}/approve`, isCommand: true }, options);
  }

  /** Cancels a payment instruction. Only while it is PENDING. To stop one that is ACKNOWLEDGED or FILLED, ask the operator of Corridor. `POST /v1/payment-instructions/{id}/cancel` */
  cancelPaymentInstruction(id: string, body: CancellationBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions/${id}/cancel`, body, isCommand: true }, options);
  }

  /** Declines the new price of a payment instruction. While `newPrice.status` is AWAITING_CONSENT: the instruction is REJECTED with the reason, and no money has moved. `POST /v1/payment-instructions/{id}/decline-price` */
  declinePaymentInstructionPrice(id: string, body: PriceRefusalBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions/${id}/decline-price`, body, isCommand: true }, options);
  }

  /** Rejects a payment instruction of another user. For a checker of the client, instead of an approval: the instruction is REJECTED with the reason. `POST /v1/payment-instructions/{id}/reject` */
  refusePaymentInstruction(id: string, body: CancellationBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/payment-instructions/${id}/reject`, body, isCommand: true }, options);
  }

  /** Returns a payment instruction after each of its changes. The newest first, at most the last 100. `auditHistory` has the number of each version, who has made it and when. They are derived from the events of the record, so an earlier version has each field that there is today. `GET /v1/payment-instructions/{id}/versions` */
  getPaymentInstructionVersions(id: string, options?: CallOptions): Promise<PaymentInstruction[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/payment-instructions/${id}/versions` }, options);
  }

  /** Searches the payment instructions of your client. The same as `GET /v1/payment-instructions`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/payment-instructions` */
  searchPaymentInstructionsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<PaymentInstruction> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/payment-instructions`, query }, options);
  }

  /** Searches the payment instructions of your client, with the query in the body. The same as `POST /v1/payment-instructions/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/payment-instructions/search` */
  searchPaymentInstructionsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<PaymentInstruction> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/payment-instructions/search`, body }, options);
  }

  /** Searches the payments. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/payments` */
  searchPayments(query?: SearchQuery, options?: CallOptions): Search<Payment> {
    return this.search({ method: 'GET', path: pathOf`/v1/payments`, query }, options);
  }

  /** Creates a payment. From a wallet of the same currency, without a conversion. Its first status is DRAFT. `POST /v1/payments` */
  createPayment(body: PaymentBody, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/payments`, body, decimals: ['value'], isCommand: true }, options);
  }

  /** Returns the fee of a payment. As it would be now: a payment keeps the fee that it had when it was created. It is taken when the payment is sent, as a transaction of its own: PAYMENT_FEE. `POST /v1/payments/fee-preview` */
  previewPaymentFee(body: FeePreviewBody, options?: CommandOptions): Promise<FeePreview> {
    return this.record({ method: 'POST', path: pathOf`/v1/payments/fee-preview`, body, decimals: ['value'], isCommand: true }, options);
  }

  /** Searches the payments, with the query in the body. The same search as `GET /v1/payments`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/payments/search` */
  searchPaymentsByBody(body: SearchBody, options?: CallOptions): Search<Payment> {
    return this.search({ method: 'POST', path: pathOf`/v1/payments/search`, body }, options);
  }

  /** Returns a payment. By its id. A record of another client is not found. `GET /v1/payments/{id}` */
  getPayment(id: string, options?: CallOptions): Promise<Payment> {
    return this.record({ method: 'GET', path: pathOf`/v1/payments/${id}` }, options);
  }

  /** Approves a payment of another user. For a checker of the client, up to the limit of that checker, while the sub-status is AWAITING_AUTHORISATION: a maker with a lower limit has created it. Then it is screened like any other payment; if its date has passed, it is sent on the next available one. `POST /v1/payments/{id}/approve` */
  approvePayment(id: string, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/payments/${id}/approve`, isCommand: true }, options);
  }

  /** Cancels a payment. Only while it is DRAFT. To stop one that is READY_TO_SEND, ask the operator of Corridor. `POST /v1/payments/{id}/cancel` */
  cancelPayment(id: string, body: CancellationBody, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/payments/${id}/cancel`, body, isCommand: true }, options);
  }

  /** Rejects a payment of another user. For a checker of the client, instead of an approval: the payment is CANCELLED with the reason. `POST /v1/payments/{id}/reject` */
  rejectPayment(id: string, body: CancellationBody, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/payments/${id}/reject`, body, isCommand: true }, options);
  }

  /** Returns a payment after each of its changes. The newest first, at most the last 100. `auditHistory` has the number of each version, who has made it and when. They are derived from the events of the record, so an earlier version has each field that there is today. `GET /v1/payments/{id}/versions` */
  getPaymentVersions(id: string, options?: CallOptions): Promise<Payment[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/payments/${id}/versions` }, options);
  }

  /** Searches the payments of your client. The same as `GET /v1/payments`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/payments` */
  searchPaymentsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<Payment> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/payments`, query }, options);
  }

  /** Searches the payments of your client, with the query in the body. The same as `POST /v1/payments/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/payments/search` */
  searchPaymentsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<Payment> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/payments/search`, body }, options);
  }

  /** Searches the beneficiaries. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/beneficiaries` */
  searchBeneficiaries(query?: SearchQuery, options?: CallOptions): Search<Beneficiary> {
    return this.search({ method: 'GET', path: pathOf`/v1/beneficiaries`, query }, options);
  }

  /** Creates a beneficiary. Bank details are validated by the rules of their country: IBAN, BIC, sort code, routing number. `POST /v1/beneficiaries` */
  createBeneficiary(body: BeneficiaryBody, options?: CommandOptions): Promise<Beneficiary> {
    return this.record({ method: 'POST', path: pathOf`/v1/beneficiaries`, body, isCommand: true }, options);
  }

  /** Searches the beneficiaries, with the query in the body. The same search as `GET /v1/beneficiaries`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/beneficiaries/search` */
  searchBeneficiariesByBody(body: SearchBody, options?: CallOptions): Search<Beneficiary> {
    return this.search({ method: 'POST', path: pathOf`/v1/beneficiaries/search`, body }, options);
  }

  /** Validates a beneficiary. Performs the validation of a creation with the same body, and creates nothing. `POST /v1/beneficiaries/validate` */
  validateBeneficiary(body: BeneficiaryBody, options?: CommandOptions): Promise<ValidatedBeneficiary> {
    return this.record({ method: 'POST', path: pathOf`/v1/beneficiaries/validate`, body, isCommand: true }, options);
  }

  /** Returns a beneficiary. By its id. A record of another client is not found. `GET /v1/beneficiaries/{id}` */
  getBeneficiary(id: string, options?: CallOptions): Promise<Beneficiary> {
    return this.record({ method: 'GET', path: pathOf`/v1/beneficiaries/${id}` }, options);
  }

  /** Updates a beneficiary. Replaces the whole beneficiary. Payments that are not sent yet use the new details; sent ones keep their snapshot. A maker with a limit cannot update it while something that a checker approves, or has approved, is still to be paid to it. `PUT /v1/beneficiaries/{id}` */
  updateBeneficiary(id: string, body: BeneficiaryBody, options?: CommandOptions): Promise<Beneficiary> {
    return this.record({ method: 'PUT', path: pathOf`/v1/beneficiaries/${id}`, body, isCommand: true }, options);
  }

  /** Archives a beneficiary. Permanently: new payments to it are refused. What is still to be paid to it, today or later, fails when it would be sent. What was sent is not affected. `POST /v1/beneficiaries/{id}/archive` */
  archiveBeneficiary(id: string, options?: CommandOptions): Promise<Beneficiary> {
    return this.record({ method: 'POST', path: pathOf`/v1/beneficiaries/${id}/archive`, isCommand: true }, options);
  }

  /** Returns a beneficiary after each of its changes. The newest first, at most the last 100. `auditHistory` has the number of each version, who has made it and when. They are derived from the events of the record, so an earlier version has each field that there is today. `GET /v1/beneficiaries/{id}/versions` */
  getBeneficiaryVersions(id: string, options?: CallOptions): Promise<Beneficiary[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/beneficiaries/${id}/versions` }, options);
  }

  /** Returns the beneficiary details of a sent payment. A copy made when the payment was sent; it never changes. `GET /v1/beneficiary-snapshots/{id}` */
  getBeneficiarySnapshot(id: string, options?: CallOptions): Promise<Beneficiary> {
    return this.record({ method: 'GET', path: pathOf`/v1/beneficiary-snapshots/${id}` }, options);
  }

  /** Searches the beneficiaries of your client. The same as `GET /v1/beneficiaries`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/beneficiaries` */
  searchBeneficiariesOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<Beneficiary> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/beneficiaries`, query }, options);
  }

  /** Searches the beneficiaries of your client, with the query in the body. The same as `POST /v1/beneficiaries/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/beneficiaries/search` */
  searchBeneficiariesOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<Beneficiary> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/beneficiaries/search`, body }, options);
  }

  /** Searches the quotes. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/quotes` */
  searchQuotes(query?: SearchQuery, options?: CallOptions): Search<FirmQuote> {
    return this.search({ method: 'GET', path: pathOf`/v1/quotes`, query }, options);
  }

  /** Returns a firm price. Valid for one minute, until `expiresOn`, and for one use: `quoteId` of a conversion or of a payment instruction with the same terms. It is used when that record is created. `POST /v1/quotes` */
  createQuote(body: QuoteBody, options?: CommandOptions): Promise<FirmQuote> {
    return this.record({ method: 'POST', path: pathOf`/v1/quotes`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Searches the quotes, with the query in the body. The same search as `GET /v1/quotes`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/quotes/search` */
  searchQuotesByBody(body: SearchBody, options?: CallOptions): Search<FirmQuote> {
    return this.search({ method: 'POST', path: pathOf`/v1/quotes/search`, body }, options);
  }

  /** Returns a quote. By its id. A record of another client is not found. `GET /v1/quotes/{id}` */
  getQuote(id: string, options?: CallOptions): Promise<FirmQuote> {
    return this.record({ method: 'GET', path: pathOf`/v1/quotes/${id}` }, options);
  }

  /** Searches the quotes of your client. The same as `GET /v1/quotes`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/quotes` */
  searchQuotesOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<FirmQuote> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/quotes`, query }, options);
  }

  /** Searches the quotes of your client, with the query in the body. The same as `POST /v1/quotes/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/quotes/search` */
  searchQuotesOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<FirmQuote> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/quotes/search`, body }, options);
  }

  /** Searches the conversions. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/conversions` */
  searchConversions(query?: SearchQuery, options?: CallOptions): Search<Conversion> {
    return this.search({ method: 'GET', path: pathOf`/v1/conversions`, query }, options);
  }

  /** Books a conversion. At the current market rate, or at that of a quote. It needs no funds and no wallets: the client can fund it until `fundByDate`. The funds are exchanged on the value date, which opens a missing wallet of the bought currency. `POST /v1/conversions` */
  createConversion(body: ConversionBody, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Searches the conversions, with the query in the body. The same search as `GET /v1/conversions`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/conversions/search` */
  searchConversionsByBody(body: SearchBody, options?: CallOptions): Search<Conversion> {
    return this.search({ method: 'POST', path: pathOf`/v1/conversions/search`, body }, options);
  }

  /** Returns a conversion. By its id. A record of another client is not found. `GET /v1/conversions/{id}` */
  getConversion(id: string, options?: CallOptions): Promise<Conversion> {
    return this.record({ method: 'GET', path: pathOf`/v1/conversions/${id}` }, options);
  }

  /** Cancels a conversion. Only while it is BOOKED, and not the conversion of a payment instruction. A received deposit comes back to the wallet first. In PRODUCTION the conversion is closed out at the market: a loss is charged to the wallet of the sold currency, as the cancellation quote shows it if that has not expired; a gain is not paid. In the SANDBOX it costs nothing. To reverse an exchanged conversion, book one in the opposite direction. `POST /v1/conversions/{id}/cancel` */
  cancelConversion(id: string, body: CancellationBody, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/cancel`, body, isCommand: true }, options);
  }

  /** Returns what it costs to cancel a conversion. The bought currency is sold again at the market: `loss` is what is then missing of the sold amount. Until `expiresOn`, one minute later, a cancellation is charged as shown: `charge`, and `transactions` that would be created. A gain is not paid. In the SANDBOX `charge` is zero. `POST /v1/conversions/{id}/cancellation-quote` */
  quoteConversionCancellation(id: string, options?: CommandOptions): Promise<CancellationQuote> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/cancellation-quote`, isCommand: true }, options);
  }

  /** Changes the value date of a conversion. Only while it is BOOKED, with its deposit received if it needs one, and not the conversion of a payment instruction. As its latest quote shows it, if that is for the same date and has not expired; otherwise at the market. `POST /v1/conversions/{id}/change-date` */
  changeConversionDate(id: string, body: DateChangeBody, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/change-date`, body, isCommand: true }, options);
  }

  /** Returns what a conversion becomes on another value date. Or a part of it, which is drawn down. The rate moves by what the market asks for the other date; `cost` is what the client then sells more, or buys less. A difference in its favour is not paid. Until `expiresOn`, one minute later, the same change is made as shown. `POST /v1/conversions/{id}/date-change-quote` */
  quoteDateChange(id: string, body: DateChangeQuoteBody, options?: CommandOptions): Promise<DateChangeQuote> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/date-change-quote`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Draws a part of a conversion down. The part becomes a conversion of its own, which is returned and settles on the given date, at most the value date of the whole. The rest stays booked, with exactly the remaining amounts, and its deposit. Otherwise as a change of the date. `POST /v1/conversions/{id}/draw-down` */
  drawConversionDown(id: string, body: DrawdownBody, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/draw-down`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Pays the deposit of a conversion. From the wallet of the sold currency, until the `fundByDate` of the deposit: AWAITING_DEPOSIT becomes DEPOSIT_RECEIVED. It comes back when the conversion is exchanged, together with the exchange, or cancelled. `POST /v1/conversions/{id}/pay-deposit` */
  payConversionDeposit(id: string, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/conversions/${id}/pay-deposit`, isCommand: true }, options);
  }

  /** Returns a conversion after each of its changes. The newest first, at most the last 100. `auditHistory` has the number of each version, who has made it and when. They are derived from the events of the record, so an earlier version has each field that there is today. `GET /v1/conversions/{id}/versions` */
  getConversionVersions(id: string, options?: CallOptions): Promise<Conversion[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/conversions/${id}/versions` }, options);
  }

  /** Searches the conversions of your client. The same as `GET /v1/conversions`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/conversions` */
  searchConversionsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<Conversion> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/conversions`, query }, options);
  }

  /** Searches the conversions of your client, with the query in the body. The same as `POST /v1/conversions/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/conversions/search` */
  searchConversionsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<Conversion> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/conversions/search`, body }, options);
  }

  /** Searches the inbound funds. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/inbound-funds` */
  searchInboundFunds(query?: SearchQuery, options?: CallOptions): Search<InboundFunds> {
    return this.search({ method: 'GET', path: pathOf`/v1/inbound-funds`, query }, options);
  }

  /** Searches the inbound funds, with the query in the body. The same search as `GET /v1/inbound-funds`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/inbound-funds/search` */
  searchInboundFundsByBody(body: SearchBody, options?: CallOptions): Search<InboundFunds> {
    return this.search({ method: 'POST', path: pathOf`/v1/inbound-funds/search`, body }, options);
  }

  /** Returns inbound funds. By its id. A record of another client is not found. `GET /v1/inbound-funds/{id}` */
  getInboundFunds(id: string, options?: CallOptions): Promise<InboundFunds> {
    return this.record({ method: 'GET', path: pathOf`/v1/inbound-funds/${id}` }, options);
  }

  /** Searches the inbound funds of your client. The same as `GET /v1/inbound-funds`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/inbound-funds` */
  searchInboundFundsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<InboundFunds> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/inbound-funds`, query }, options);
  }

  /** Searches the inbound funds of your client, with the query in the body. The same as `POST /v1/inbound-funds/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/inbound-funds/search` */
  searchInboundFundsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<InboundFunds> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/inbound-funds/search`, body }, options);
  }

  /** Searches the linked funding accounts. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/linked-funding-accounts` */
  searchLinkedFundingAccounts(query?: SearchQuery, options?: CallOptions): Search<LinkedFundingAccount> {
    return this.search({ method: 'GET', path: pathOf`/v1/linked-funding-accounts`, query }, options);
  }

  /** Links a bank account to a wallet. An account at another bank, from which money is pulled into the USD wallet by ACH. A client has at most 10, and links each once at a time. Responses show the last four digits of its number. `POST /v1/linked-funding-accounts` */
  linkFundingAccount(body: LinkedFundingAccountBody, options?: CommandOptions): Promise<LinkedFundingAccount> {
    return this.record({ method: 'POST', path: pathOf`/v1/linked-funding-accounts`, body, isCommand: true }, options);
  }

  /** Searches the linked funding accounts, with the query in the body. The same search as `GET /v1/linked-funding-accounts`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/linked-funding-accounts/search` */
  searchLinkedFundingAccountsByBody(body: SearchBody, options?: CallOptions): Search<LinkedFundingAccount> {
    return this.search({ method: 'POST', path: pathOf`/v1/linked-funding-accounts/search`, body }, options);
  }

  /** Returns a linked funding account. By its id. A record of another client is not found. `GET /v1/linked-funding-accounts/{id}` */
  getLinkedFundingAccount(id: string, options?: CallOptions): Promise<LinkedFundingAccount> {
    return this.record({ method: 'GET', path: pathOf`/v1/linked-funding-accounts/${id}` }, options);
  }

  /** Pulls money from a linked funding account. Creates inbound funds in USD with the account as their sender. They are PENDING until the other bank can hardly return them any more, some days after it is debited; then they are CREDITED. If that bank returns the debit, they are REJECTED with its reason, also after the credit: then the amount is taken back from the wallet, and what the wallet does not have is owed. In the sandbox no bank is asked: the simulators of inbound funds credit, reject and return them. `POST /v1/linked-funding-accounts/{id}/pull` */
  pullFunds(id: string, body: FundingPullBody, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/linked-funding-accounts/${id}/pull`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Unlinks a bank account. Permanently: no money is pulled from it any more, and the wallet does not show it. `POST /v1/linked-funding-accounts/{id}/unlink` */
  unlinkFundingAccount(id: string, options?: CommandOptions): Promise<LinkedFundingAccount> {
    return this.record({ method: 'POST', path: pathOf`/v1/linked-funding-accounts/${id}/unlink`, isCommand: true }, options);
  }

  /** Searches the linked funding accounts of your client. The same as `GET /v1/linked-funding-accounts`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/linked-funding-accounts` */
  searchLinkedFundingAccountsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<LinkedFundingAccount> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/linked-funding-accounts`, query }, options);
  }

  /** Searches the linked funding accounts of your client, with the query in the body. The same as `POST /v1/linked-funding-accounts/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/linked-funding-accounts/search` */
  searchLinkedFundingAccountsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<LinkedFundingAccount> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/linked-funding-accounts/search`, body }, options);
  }

  /** Returns live rates of currency pairs. Rates are indicative and not guaranteed. Pairs without a live rate are listed in `meta.notQuoted`: unknown, halted, closed, or without forward points for the date. `GET /v1/rates` */
  getRates(query: { ccyPairs: string; valueDate?: string }, options?: CallOptions): Promise<RateList> {
    return this.envelope({ method: 'GET', path: pathOf`/v1/rates`, query }, options);
  }

  /** Searches the webhook subscriptions. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/webhook-subscriptions` */
  searchWebhookSubscriptions(query?: SearchQuery, options?: CallOptions): Search<WebhookSubscription> {
    return this.search({ method: 'GET', path: pathOf`/v1/webhook-subscriptions`, query }, options);
  }

  /** Creates a webhook subscription. Notifications are signed according to Standard Webhooks, need a 2xx response within 15 s, and are retried for three days: see [the guide](/docs/webhooks). In a sandbox with `WEBHOOK_ALLOW_LOOPBACK`, which `npm start` sets, the URL may also be `http://127.0.0.1:<port>/…`. The response contains the signing secret. It is not shown again: if you lose it, rotate it. `POST /v1/webhook-subscriptions` */
  createWebhookSubscription(body: SubscriptionBody, options?: CommandOptions): Promise<WebhookSubscriptionWithSecret> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions`, body, isCommand: true }, options);
  }

  /** Sends a ping to a webhook subscription. While it is paused the ping is queued like any other notification. If there is a backlog, older notifications are sent first; the list of notifications shows the outcome. `POST /v1/webhook-subscriptions/{id}/ping` */
  pingWebhookSubscription(id: string, body?: PingBody, options?: CommandOptions): Promise<WebhookNotification> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/ping`, body, isCommand: true }, options);
  }

  /** Searches the notifications of a webhook subscription. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/webhook-subscriptions/{id}/notifications` */
  searchSubscriptionNotifications(id: string, query?: SearchQuery, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'GET', path: pathOf`/v1/webhook-subscriptions/${id}/notifications`, query }, options);
  }

  /** Redelivers a webhook notification. Creates a copy with a new id, sends it at once and returns it. A notification that is still being retried then arrives twice. `POST /v1/webhook-notifications/{id}/redeliver` */
  redeliverWebhookNotification(id: string, options?: CommandOptions): Promise<WebhookNotification> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-notifications/${id}/redeliver`, isCommand: true }, options);
  }

  /** Pauses a webhook subscription. Holds back all notifications, including retries; attempts in progress finish. `POST /v1/webhook-subscriptions/{id}/pause` */
  pauseWebhookSubscription(id: string, options?: CommandOptions): Promise<WebhookSubscriptionState> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/pause`, isCommand: true }, options);
  }

  /** Resumes a webhook subscription. Queued notifications are sent at once, in order. `POST /v1/webhook-subscriptions/{id}/resume` */
  resumeWebhookSubscription(id: string, options?: CommandOptions): Promise<WebhookSubscriptionState> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/resume`, isCommand: true }, options);
  }

  /** Rotates the signing secret of a webhook subscription. Only while it is paused. The old secret is not used for new attempts; one in progress may still arrive for up to 15 s. `POST /v1/webhook-subscriptions/{id}/rotate-secret` */
  rotateWebhookSecret(id: string, options?: CommandOptions): Promise<WebhookSubscriptionWithSecret> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/rotate-secret`, isCommand: true }, options);
  }

  /** Returns a webhook subscription. By its id. A record of another client is not found. `GET /v1/webhook-subscriptions/{id}` */
  getWebhookSubscription(id: string, options?: CallOptions): Promise<WebhookSubscription> {
    return this.record({ method: 'GET', path: pathOf`/v1/webhook-subscriptions/${id}` }, options);
  }

  /** Updates a webhook subscription. Replaces the whole subscription; omitted fields are cleared. The new event list applies from now on; queued notifications go to the new URL. `PUT /v1/webhook-subscriptions/{id}` */
  updateWebhookSubscription(id: string, body: SubscriptionBody, options?: CommandOptions): Promise<WebhookSubscription> {
    return this.record({ method: 'PUT', path: pathOf`/v1/webhook-subscriptions/${id}`, body, isCommand: true }, options);
  }

  /** Ends a webhook subscription. Permanently. Notifications that were not sent are not sent any more. `POST /v1/webhook-subscriptions/{id}/unsubscribe` */
  endWebhookSubscription(id: string, options?: CommandOptions): Promise<WebhookSubscriptionState> {
    return this.record({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/unsubscribe`, isCommand: true }, options);
  }

  /** Returns what was sent about records. The notifications about the records, oldest first, at most the last 100, each with its attempts, at most the last 20. `GET /v1/webhook-deliveries` */
  getWebhookDeliveries(query: { relatedEntityIds: string }, options?: CallOptions): Promise<WebhookDelivery[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/webhook-deliveries`, query }, options);
  }

  /** Searches the webhook notifications of all subscriptions. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/webhook-notifications` */
  searchWebhookNotifications(query?: SearchQuery, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'GET', path: pathOf`/v1/webhook-notifications`, query }, options);
  }

  /** Searches the webhook notifications of all subscriptions, with the query in the body. The same search as `GET /v1/webhook-notifications`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/webhook-notifications/search` */
  searchWebhookNotificationsByBody(body: SearchBody, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'POST', path: pathOf`/v1/webhook-notifications/search`, body }, options);
  }

  /** Returns a webhook notification. By its id. A record of another client is not found. `GET /v1/webhook-notifications/{id}` */
  getWebhookNotification(id: string, options?: CallOptions): Promise<WebhookNotification> {
    return this.record({ method: 'GET', path: pathOf`/v1/webhook-notifications/${id}` }, options);
  }

  /** Searches the delivery attempts of a webhook notification. Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records. `GET /v1/webhook-notifications/{id}/attempts` */
  searchWebhookNotificationAttempts(id: string, query?: SearchQuery, options?: CallOptions): Search<WebhookNotificationAttempt> {
    return this.search({ method: 'GET', path: pathOf`/v1/webhook-notifications/${id}/attempts`, query }, options);
  }

  /** Searches the delivery attempts of a webhook notification, with the query in the body. The same search as `GET /v1/webhook-notifications/{id}/attempts`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/webhook-notifications/{id}/attempts/search` */
  searchWebhookNotificationAttemptsByBody(id: string, body: SearchBody, options?: CallOptions): Search<WebhookNotificationAttempt> {
    return this.search({ method: 'POST', path: pathOf`/v1/webhook-notifications/${id}/attempts/search`, body }, options);
  }

  /** Searches the webhook subscriptions, with the query in the body. The same search as `GET /v1/webhook-subscriptions`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/webhook-subscriptions/search` */
  searchWebhookSubscriptionsByBody(body: SearchBody, options?: CallOptions): Search<WebhookSubscription> {
    return this.search({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/search`, body }, options);
  }

  /** Returns what was sent to a webhook subscription lately. Its notifications, oldest first, at most the last 100, each with its attempts, at most the last 20. For how well a receiver responds; a search finds older ones. `GET /v1/webhook-subscriptions/{id}/deliveries` */
  getSubscriptionDeliveries(id: string, options?: CallOptions): Promise<WebhookDelivery[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/webhook-subscriptions/${id}/deliveries` }, options);
  }

  /** Searches the notifications of a webhook subscription, with the query in the body. The same search as `GET /v1/webhook-subscriptions/{id}/notifications`, with the query as JSON in the body. Has no effect and needs no idempotency key. `POST /v1/webhook-subscriptions/{id}/notifications/search` */
  searchSubscriptionNotificationsByBody(id: string, body: SearchBody, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'POST', path: pathOf`/v1/webhook-subscriptions/${id}/notifications/search`, body }, options);
  }

  /** Searches the webhook notifications of all subscriptions of your client. The same as `GET /v1/webhook-notifications`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/webhook-notifications` */
  searchWebhookNotificationsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/webhook-notifications`, query }, options);
  }

  /** Searches the webhook notifications of all subscriptions of your client, with the query in the body. The same as `POST /v1/webhook-notifications/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/webhook-notifications/search` */
  searchWebhookNotificationsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/webhook-notifications/search`, body }, options);
  }

  /** Searches the delivery attempts of a webhook notification of your client. The same as `GET /v1/webhook-notifications/{id}/attempts`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/webhook-notifications/{id}/attempts` */
  searchWebhookNotificationAttemptsOfClient(clientId: string, id: string, query?: SearchQuery, options?: CallOptions): Search<WebhookNotificationAttempt> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/webhook-notifications/${id}/attempts`, query }, options);
  }

  /** Searches the delivery attempts of a webhook notification of your client, with the query in the body. The same as `POST /v1/webhook-notifications/{id}/attempts/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/webhook-notifications/{id}/attempts/search` */
  searchWebhookNotificationAttemptsOfClientByBody(clientId: string, id: string, body: SearchBody, options?: CallOptions): Search<WebhookNotificationAttempt> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/webhook-notifications/${id}/attempts/search`, body }, options);
  }

  /** Searches the webhook subscriptions of your client. The same as `GET /v1/webhook-subscriptions`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/webhook-subscriptions` */
  searchWebhookSubscriptionsOfClient(clientId: string, query?: SearchQuery, options?: CallOptions): Search<WebhookSubscription> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/webhook-subscriptions`, query }, options);
  }

  /** Searches the webhook subscriptions of your client, with the query in the body. The same as `POST /v1/webhook-subscriptions/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/webhook-subscriptions/search` */
  searchWebhookSubscriptionsOfClientByBody(clientId: string, body: SearchBody, options?: CallOptions): Search<WebhookSubscription> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/webhook-subscriptions/search`, body }, options);
  }

  /** Searches the notifications of a webhook subscription of your client. The same as `GET /v1/webhook-subscriptions/{id}/notifications`. `clientId` is the id of the client of the caller; any other is not found. `GET /v1/clients/{clientId}/webhook-subscriptions/{id}/notifications` */
  searchSubscriptionNotificationsOfClient(clientId: string, id: string, query?: SearchQuery, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'GET', path: pathOf`/v1/clients/${clientId}/webhook-subscriptions/${id}/notifications`, query }, options);
  }

  /** Searches the notifications of a webhook subscription of your client, with the query in the body. The same as `POST /v1/webhook-subscriptions/{id}/notifications/search`. `clientId` is the id of the client of the caller; any other is not found. `POST /v1/clients/{clientId}/webhook-subscriptions/{id}/notifications/search` */
  searchSubscriptionNotificationsOfClientByBody(clientId: string, id: string, body: SearchBody, options?: CallOptions): Search<WebhookNotification> {
    return this.search({ method: 'POST', path: pathOf`/v1/clients/${clientId}/webhook-subscriptions/${id}/notifications/search`, body }, options);
  }

  /** Returns what happened to a record or because of a request. By the id of one of your records, requests or traces: the events of all services, each after the one that caused it, at most the last 500, as far as your permissions let you read the records. They are there within a second or so. `GET /v1/timeline/{id}` */
  getTimeline(id: string, options?: CallOptions): Promise<Timeline> {
    return this.record({ method: 'GET', path: pathOf`/v1/timeline/${id}` }, options);
  }

  /** Returns the bank account fields that a country and a currency need. Each item is sufficient on its own, in addition to `accountHolderName`, `bankCountryCode` and `ccyCode`. The list is empty if the payment type does not reach the country in this currency. `GET /v1/reference-data/beneficiary-fields` */
  getBeneficiaryFields(query: { countryCode: string; ccyCode: string; paymentType?: 'REGULAR' | 'PRIORITY' }, options?: CallOptions): Promise<BeneficiaryFields[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/beneficiary-fields`, query }, options);
  }

  /** Returns the closed days of the settlement system of a currency. Its cut-off today, its weekend, and its holidays of this year and the next, with names. `GET /v1/reference-data/calendars` */
  getCalendar(query: { ccyCode: string }, options?: CallOptions): Promise<Calendar> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/calendars`, query }, options);
  }

  /** Lists the countries of ISO 3166. All of them, with their two-letter codes. `GET /v1/reference-data/countries` */
  getCountries(options?: CallOptions): Promise<Country[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/countries` }, options);
  }

  /** Lists the currencies of ISO 4217. A currency can be bought and sold while the market quotes it, unless the provider refuses that; nor can money be received in a currency that it refuses: `canBeCollected`. `GET /v1/reference-data/currencies` */
  getCurrencies(options?: CallOptions): Promise<Currency[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/currencies` }, options);
  }

  /** Returns the dates on which a payment can be sent. The first available date from `PaymentDate` on, the last one within 12 months of today, and the reason for each unavailable date in these 12 months. `GET /v1/reference-data/payment-instructions/payment-dates` */
  getPaymentDates(query: { SellCcyCode: string; BuyCcyCode: string; PaymentDate: string }, options?: CallOptions): Promise<PaymentDates> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/payment-instructions/payment-dates`, query }, options);
  }

  /** Lists the searchable fields. With the operators of each field. `GET /v1/reference-data/search-fields` */
  getSearchFields(options?: CallOptions): Promise<SearchFields[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/search-fields` }, options);
  }

  /** Lists the event types of webhook subscriptions. The values that `events` of a subscription can have. `GET /v1/reference-data/webhook-subscriptions/events` */
  getWebhookEventTypes(options?: CallOptions): Promise<('ping' | 'payment.draft' | 'payment.ready_to_send' | 'payment.sent' | 'payment.completed' | 'payment.failed' | 'payment.cancelled' | 'payment_instruction.pending' | 'payment_instruction.acknowledged' | 'payment_instruction.filled' | 'payment_instruction.sent' | 'payment_instruction.cancelled' | 'payment_instruction.rejected' | 'payment_instruction.failed' | 'conversion.booked' | 'conversion.exchanged' | 'conversion.cancelled' | 'conversion.awaiting_deposit' | 'conversion.deposit_received' | 'inbound_funds.pending' | 'inbound_funds.credited' | 'inbound_funds.rejected' | 'transaction.completed')[]> {
    return this.record({ method: 'GET', path: pathOf`/v1/reference-data/webhook-subscriptions/events` }, options);
  }

  /** Returns the test clock of the client. Real time until it is advanced. `GET /v1/simulators/clock` */
  getClock(options?: CallOptions): Promise<ClientClock> {
    return this.record({ method: 'GET', path: pathOf`/v1/simulators/clock` }, options);
  }

  /** Advances the test clock of the client. To an instant, to the start of a date, or to the next business day: never back. What becomes due until then happens in the order of its due times, each at its time, with its webhooks: conversions are exchanged on their value date, and cancelled if they are not funded by `fundByDate`; quotes expire; payment instructions that are FILLED and payments that are READY_TO_SEND and not suspended are sent on the first available date. The response comes when all of it is done. Tokens, limits, idempotency keys and the times in notifications stay real. Attempts of webhooks are made at their times on the clock; receivers hold it for 5 seconds at most. `PUT /v1/simulators/clock` */
  advanceClock(body: ClientClockBody, options?: CommandOptions): Promise<ClientClock> {
    return this.record({ method: 'PUT', path: pathOf`/v1/simulators/clock`, body, isCommand: true }, options);
  }

  /** Exchanges a conversion. BOOKED becomes EXCHANGED: one wallet is debited, the other credited. Also for the conversion of an instruction. A deposit has to be received before; it comes back in the same step, so the exchange can use it. `POST /v1/simulators/conversions/{id}/exchange` */
  exchangeConversion(id: string, options?: CommandOptions): Promise<ConversionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/conversions/${id}/exchange`, isCommand: true }, options);
  }

  /** Requires a deposit for a conversion. While it is BOOKED, once, and not for the conversion of a payment instruction. The deposit is AWAITING_DEPOSIT until the client pays it with `pay-deposit`. `POST /v1/simulators/conversions/{id}/require-deposit` */
  requireConversionDeposit(id: string, body: DepositBody, options?: CommandOptions): Promise<Conversion> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/conversions/${id}/require-deposit`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Simulates money received on a collection account. Credits the wallet of the currency. With the optional `outcome` the funds can also stay PENDING or be rejected. The optional `receivingAccount` chooses the local or the international collection account of the wallet. `POST /v1/simulators/inbound-funds/credit` */
  simulateInboundFunds(body: SimulatedCredit, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/inbound-funds/credit`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Credits PENDING inbound funds. PENDING becomes CREDITED: the wallet is credited. `POST /v1/simulators/inbound-funds/{id}/credit` */
  simulateCredit(id: string, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/inbound-funds/${id}/credit`, isCommand: true }, options);
  }

  /** Returns PENDING inbound funds to their sender. PENDING becomes REJECTED: the wallet is not credited. `POST /v1/simulators/inbound-funds/{id}/reject` */
  simulateRejection(id: string, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/inbound-funds/${id}/reject`, isCommand: true }, options);
  }

  /** Returns CREDITED inbound funds that were pulled from a linked funding account. CREDITED becomes REJECTED: its bank has returned the debit. The amount is taken back from the wallet; what the wallet does not have is owed. `POST /v1/simulators/inbound-funds/{id}/return` */
  simulateReturn(id: string, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/inbound-funds/${id}/return`, isCommand: true }, options);
  }

  /** Pulls money from a linked funding account. Creates inbound funds in USD with the account as their sender, and credits the wallet. With the optional `outcome` the funds can also stay PENDING or be returned. `POST /v1/simulators/linked-funding-accounts/{id}/pull` */
  simulateAchPull(id: string, body: PullBody, options?: CommandOptions): Promise<InboundFunds> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/linked-funding-accounts/${id}/pull`, body, decimals: ['amount'], isCommand: true }, options);
  }

  /** Acknowledges a payment instruction. PENDING becomes ACKNOWLEDGED. `POST /v1/simulators/payment-instructions/{id}/acknowledge` */
  acknowledgePaymentInstruction(id: string, options?: CommandOptions): Promise<PaymentInstructionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/acknowledge`, isCommand: true }, options);
  }

  /** Fails a payment instruction. Simulates a processing failure. Converted funds stay in the bought currency. `POST /v1/simulators/payment-instructions/{id}/fail` */
  failPaymentInstruction(id: string, options?: CommandOptions): Promise<PaymentInstructionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/fail`, isCommand: true }, options);
  }

  /** Fills a payment instruction. ACKNOWLEDGED becomes FILLED: the conversion is booked. `POST /v1/simulators/payment-instructions/{id}/fill` */
  fillPaymentInstruction(id: string, body: FillBody, options?: CommandOptions): Promise<PaymentInstructionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/fill`, body, isCommand: true }, options);
  }

  /** Moves the price of a payment instruction. As if `fill` had found the market so much worse than the indicative price, beyond the bound of the client: the instruction stays ACKNOWLEDGED and waits with `newPrice`. `POST /v1/simulators/payment-instructions/{id}/move-price` */
  movePaymentInstructionPrice(id: string, body: PriceMoveBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/move-price`, body, isCommand: true }, options);
  }

  /** Rejects a payment instruction. Simulates a rejection by compliance. Converted funds stay in the bought currency. `POST /v1/simulators/payment-instructions/{id}/reject` */
  rejectPaymentInstruction(id: string, options?: CommandOptions): Promise<PaymentInstructionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/reject`, isCommand: true }, options);
  }

  /** Sends a payment instruction. FILLED becomes SENT: the conversion is exchanged, the wallet is debited and the payment is sent. `POST /v1/simulators/payment-instructions/{id}/send` */
  sendPaymentInstruction(id: string, options?: CommandOptions): Promise<PaymentInstructionProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/send`, isCommand: true }, options);
  }

  /** Sets the fee of a payment instruction. Until it is SENT. `send` takes the fee together with the funds of the payment, or neither: a transaction of its own (PAYMENT_FEE). The payment shows the same fee. `POST /v1/simulators/payment-instructions/{id}/set-fee` */
  setPaymentInstructionFee(id: string, body: FeeBody, options?: CommandOptions): Promise<PaymentInstruction> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payment-instructions/${id}/set-fee`, body, decimals: ['value'], isCommand: true }, options);
  }

  /** Authorises a payment. DRAFT becomes READY_TO_SEND. `POST /v1/simulators/payments/{id}/authorise` */
  authorisePayment(id: string, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/authorise`, isCommand: true }, options);
  }

  /** Completes a payment. The beneficiary has received the money: SENT with the sub-status COMPLETED. `POST /v1/simulators/payments/{id}/complete` */
  completePayment(id: string, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/complete`, isCommand: true }, options);
  }

  /** Fails a payment. READY_TO_SEND or SENT becomes FAILED. Sent money returns to the wallet, less the deduction. Also for the payment of an instruction, which stays SENT. `POST /v1/simulators/payments/{id}/fail` */
  failPayment(id: string, body: FailBody, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/fail`, body, decimals: ['deduction'], isCommand: true }, options);
  }

  /** Releases a suspended payment. READY_TO_SEND with the sub-status AUTHORISED. If its date has passed, it is sent on the next available one. `POST /v1/simulators/payments/{id}/release` */
  releasePayment(id: string, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/release`, isCommand: true }, options);
  }

  /** Requires the authorisation of a payment. DRAFT with the sub-status AWAITING_AUTHORISATION, until it is authorised or cancelled. `POST /v1/simulators/payments/{id}/require-authorisation` */
  requirePaymentAuthorisation(id: string, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/require-authorisation`, isCommand: true }, options);
  }

  /** Sends a payment. READY_TO_SEND becomes SENT: the wallet is debited. `POST /v1/simulators/payments/{id}/send` */
  sendPayment(id: string, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/send`, isCommand: true }, options);
  }

  /** Sets the fee of a payment. While it is DRAFT or READY_TO_SEND. `send` takes the fee together with the funds, or neither: a transaction of its own (PAYMENT_FEE). A payment that fails later returns its funds, and not its fee. `POST /v1/simulators/payments/{id}/set-fee` */
  setPaymentFee(id: string, body: FeeBody, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/set-fee`, body, decimals: ['value'], isCommand: true }, options);
  }

  /** Suspends a payment. READY_TO_SEND with the sub-status SUSPENDED: it is not sent until it is released, also not on its date. `POST /v1/simulators/payments/{id}/suspend` */
  suspendPayment(id: string, body: SuspendBody, options?: CommandOptions): Promise<PaymentProgress> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/suspend`, body, isCommand: true }, options);
  }

  /** Sets the status of the SWIFT message of a payment. For a PRIORITY payment that is SENT with the sub-status SUBMITTED. Its message is SUCCESS at once: PENDING takes it back, then PROCESSING and SUCCESS follow. FAILED from PENDING or PROCESSING fails the payment, and its money returns to the wallet. `POST /v1/simulators/payments/{id}/swift-status` */
  movePaymentSwiftMessage(id: string, body: SwiftStatusBody, options?: CommandOptions): Promise<Payment> {
    return this.record({ method: 'POST', path: pathOf`/v1/simulators/payments/${id}/swift-status`, body, isCommand: true }, options);
  }
}
