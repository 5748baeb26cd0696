import type {
  AuditHistory,
  CalendarDate,
  MoneyResource,
  Reference,
  StatusEntry,
  Timestamp,
} from '@corridor/kernel';

/** The records that clients see, field for field as in interface-spec section 2. Missing values are null. */

export type PaymentType = 'REGULAR' | 'PRIORITY';
export type ChargeType = 'SHARED' | 'OURS';

/** interface-spec 2.2 */
export interface PaymentInstructionResource {
  readonly id: string;
  readonly client: Reference;
  readonly beneficiary: BeneficiarySummary;
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly fixedSide: 'BUY' | 'SELL';
  readonly amount: number;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly narrative: string;
  readonly metadata: string | null;
  readonly indicativePrice: PriceResource | null;
  readonly actualPrice: PriceResource | null;
  readonly fee: MoneyResource | null;
  readonly linkedPaymentId: string | null;
  readonly linkedConversionId: string | null;
  readonly status: PaymentInstructionStatus;
  readonly statusHistory: readonly StatusEntry[];
  readonly auditHistory: AuditHistory;
}

export type PaymentInstructionStatus =
  'PENDING' | 'ACKNOWLEDGED' | 'FILLED' | 'SENT' | 'CANCELLED' | 'REJECTED' | 'FAILED';

export interface PriceResource {
  readonly ccyPair: string;
  readonly rate: number;
  readonly buyAmount: MoneyResource;
  readonly sellAmount: MoneyResource;
  readonly notes: string | null;
}

/** interface-spec 2.2: `bankAccount` is null in the summary. */
export interface BeneficiarySummary {
  readonly id: string;
  readonly displayName: string;
  readonly bankCountryCode: string;
  readonly bankAccount: null;
}

/** interface-spec 2.3 */
export interface WalletResource {
  readonly id: string;
  readonly client: Reference;
  readonly ccyCode: string;
  readonly balance: MoneyResource;
  readonly pendingBalance: MoneyResource;
  readonly isFavourite: boolean;
  readonly collectionAccounts: readonly CollectionAccountResource[];
  readonly linkedFundingAccounts: readonly unknown[];
}

export interface CollectionAccountResource {
  readonly id: string;
  readonly ccyCode: string;
  readonly accountNumber: string;
  readonly accountNumberType: 'ACCOUNT_NUMBER' | 'IBAN';
  readonly accountHolderName: string;
  readonly bankName: string;
  readonly bankAddress: readonly string[];
  readonly bankCountryCode: string;
  readonly paymentType: PaymentType;
  readonly routingCode: string;
  readonly routingCodeType: 'SORT_CODE' | 'BIC_SWIFT' | 'ABA' | 'CA_ROUTING';
}

/** interface-spec 2.4 */
export interface PaymentResource {
  readonly id: string;
  readonly reference: string;
  readonly client: Reference;
  readonly beneficiary: BeneficiarySummary;
  readonly beneficiarySnapshot: BeneficiarySummary | null;
  readonly amount: MoneyResource;
  readonly narrative: string;
  readonly reason: string | null;
  readonly purposeCode: string | null;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly fee: MoneyResource | null;
  readonly transferredOn: Timestamp | null;
  readonly status: PaymentStatus;
  readonly statusHistory: readonly (StatusEntry & { readonly subStatus: PaymentSubStatus })[];
  readonly failureReturnedAmount: MoneyResource | null;
  readonly swiftSubmission: SwiftSubmission | null;
  readonly linkedPaymentInstructionId: string | null;
  readonly metadata: string | null;
  readonly auditHistory: AuditHistory;
}

export type PaymentStatus = 'DRAFT' | 'READY_TO_SEND' | 'SENT' | 'FAILED' | 'CANCELLED';
export type PaymentSubStatus =
  | 'NEW'
  | 'AWAITING_AUTHORISATION'
  | 'AUTHORISED'
  | 'SUSPENDED'
  | 'SUBMITTED'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED';

export interface SwiftSubmission {
  readonly format: 'MT103';
  readonly message: string;
  readonly reference: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
}

/** interface-spec 2.5: beneficiary and snapshot share one shape. */
export interface BeneficiaryResource {
  readonly id: string;
  readonly client: Reference;
  readonly beneficiaryType: 'INDIVIDUAL' | 'COMPANY';
  readonly displayName: string;
  readonly email: string | null;
  readonly individual: {
    readonly firstName: string;
    readonly lastName: string;
    readonly dateOfBirth: CalendarDate | null;
  } | null;
  readonly company: {
    readonly name: string;
    readonly website: string | null;
    readonly natureOfBusiness: string | null;
    readonly dateOfIncorporation: CalendarDate | null;
  } | null;
  readonly address: AddressResource;
  readonly identificationType: string | null;
  readonly identificationValue: string | null;
  readonly bankAccount: BankAccountResource;
  readonly isSnapshot: boolean;
  readonly status: 'ACTIVE' | 'ARCHIVED';
  readonly statusHistory: readonly StatusEntry[];
  readonly auditHistory: AuditHistory;
}

export interface AddressResource {
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string;
}

export interface BankAccountResource {
  readonly bankName: string | null;
  readonly bankAddress: readonly string[];
  readonly bankCountryCode: string;
  readonly ccyCode: string;
  readonly accountNumber: string | null;
  readonly accountHolderName: string;
  readonly bicSwiftCode: string | null;
  readonly iban: string | null;
  readonly routingCodeType1: string | null;
  readonly routingCode1: string | null;
  readonly routingCodeType2: string | null;
  readonly routingCode2: string | null;
  readonly accountType: string | null;
  readonly supportedPaymentTypes: readonly PaymentType[];
}

/** interface-spec 2.6 */
export interface InboundFundsResource {
  readonly id: string;
  readonly reference: string;
  readonly client: Reference;
  readonly amount: MoneyResource;
  readonly narrative: string | null;
  readonly creditsOn: CalendarDate;
  readonly sender: {
    readonly raw: string | null;
    readonly name: string | null;
    readonly address: string | null;
    readonly countryCode: string | null;
    readonly accountNumber: string | null;
    readonly bicSwiftCode: string | null;
    readonly routingCode: string | null;
  };
  readonly receivingAccountNumber: string;
  readonly receivingAccountIban: string | null;
  readonly status: 'PENDING' | 'CREDITED' | 'REJECTED';
  readonly statusHistory: readonly StatusEntry[];
}

/** interface-spec 2.7 */
export interface TransactionResource {
  readonly id: string;
  readonly client: Reference;
  readonly wallet: { readonly id: string; readonly ccyCode: string };
  readonly amount: MoneyResource;
  readonly signedAmount: MoneyResource;
  readonly balance: MoneyResource;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly triggeredByAction: TransferAction;
  readonly status: 'PENDING' | 'COMPLETED';
  readonly reason: string | null;
  readonly createdOn: Timestamp;
  readonly settlesOn: Timestamp;
  readonly completedOn: Timestamp | null;
  readonly updatedOn: Timestamp;
  readonly relatedEntity: RelatedEntity;
  readonly sortPriority: number;
  readonly sortDate: Timestamp;
}

export type TransferAction =
  | 'PAYMENT'
  | 'PAYMENT_FAILURE'
  | 'PAYMENT_FEE'
  | 'CONVERSION'
  | 'CONVERSION_DEPOSIT'
  | 'DEPOSIT_REFUND'
  | 'FUNDING';

export interface RelatedEntity {
  readonly id: string;
  readonly type: 'PAYMENT' | 'CONVERSION' | 'INBOUND_FUNDS';
  readonly reference: string;
  readonly details: { readonly description: string };
}

/** interface-spec 2.8 */
export interface ConversionResource {
  readonly id: string;
  readonly reference: string;
  readonly client: Reference;
  readonly buyAmount: MoneyResource;
  readonly sellAmount: MoneyResource;
  readonly tradeDate: Timestamp;
  readonly fundByDate: Timestamp;
  readonly valueDate: CalendarDate;
  readonly ccyPair: string;
  readonly rate: number;
  readonly deposit: {
    readonly isRequired: boolean;
    readonly amount: { readonly ccyCode: string | null; readonly value: number };
    readonly fundByDate: Timestamp | null;
    readonly status: 'NOT_REQUIRED' | 'AWAITING_DEPOSIT' | 'DEPOSIT_RECEIVED';
  };
  readonly status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
  readonly statusHistory: readonly StatusEntry[];
  readonly linkedPaymentInstructionId: string | null;
  readonly metadata: string | null;
  readonly payments: readonly ConversionPayment[];
  readonly fundsRequired: MoneyResource;
  readonly auditHistory: AuditHistory;
}

/** The payments that a conversion feeds (interface-spec 2.8). */
export type ConversionPayment = Pick<
  PaymentResource,
  | 'id'
  | 'reference'
  | 'beneficiary'
  | 'beneficiarySnapshot'
  | 'narrative'
  | 'paymentType'
  | 'paymentDate'
  | 'chargeType'
  | 'amount'
  | 'fee'
  | 'failureReturnedAmount'
  | 'status'
>;

/** interface-spec 2.9. `sellRate` ≤ mid ≤ `buyRate`, in quote units for one base unit. */
export interface RateResource {
  readonly ccyPair: string;
  readonly baseCcy: string;
  readonly quoteCcy: string;
  readonly sellRate: number;
  readonly buyRate: number;
}
