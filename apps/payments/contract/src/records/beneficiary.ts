import { Type } from 'typebox';
import {
  address,
  auditHistory,
  ccyCode,
  clientReference,
  countryCode,
  date,
  flag,
  historyOf,
  id,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  paymentType,
  type RecordOf,
  text,
} from '@corridor/contracts';

const bankAccount = named('BankAccount', {
  bankName: nullable(text()),
  bankAddress: listOf(text()),
  bankCountryCode: countryCode,
  ccyCode,
  accountNumber: nullable(text()),
  accountHolderName: text(),
  bicSwiftCode: nullable(text()),
  iban: nullable(text()),
  routingCodeType1: nullable(text()),
  routingCode1: nullable(text()),
  routingCodeType2: nullable(text()),
  routingCode2: nullable(text()),
  accountType: nullable(text()),
  supportedPaymentTypes: listOf(paymentType),
});
export type BankAccountResource = RecordOf<typeof bankAccount>;

const states = ['ACTIVE', 'ARCHIVED'] as const;

const fields = {
  client: clientReference,
  beneficiaryType: oneOf('INDIVIDUAL', 'COMPANY'),
  displayName: text(),
  email: nullable(text()),
  individual: nullable(part({ firstName: text(), lastName: text(), dateOfBirth: nullable(date) })),
  company: nullable(
    part({
      name: text(),
      website: nullable(text()),
      natureOfBusiness: nullable(text()),
      dateOfIncorporation: nullable(date),
    }),
  ),
  address,
  identificationType: nullable(text()),
  identificationValue: nullable(text()),
  bankAccount,
  isSnapshot: flag(),
  status: oneOf(...states),
  statusHistory: historyOf(...states),
  auditHistory,
};

/** interface-spec 2.5: beneficiary and snapshot share one shape, distinguished by the id and `isSnapshot`. */
export const beneficiary = named('Beneficiary', { id: id('ben', 'bss'), ...fields });
export type BeneficiaryResource = RecordOf<typeof beneficiary>;

/** The beneficiary that a body would create (an extension). */
export const validatedBeneficiary = named('ValidatedBeneficiary', {
  bankAccount,
  supportedPaymentTypes: bankAccount.properties.supportedPaymentTypes,
});

/** interface-spec 2.2: `bankAccount` is null in the summary. */
export const beneficiarySummary = named('BeneficiarySummary', {
  id: id('ben', 'bss'),
  displayName: text(),
  bankCountryCode: countryCode,
  bankAccount: Type.Null(),
});
export type BeneficiarySummary = RecordOf<typeof beneficiarySummary>;

export const chargeType = oneOf('SHARED', 'OURS');
export type ChargeType = RecordOf<typeof chargeType>;
