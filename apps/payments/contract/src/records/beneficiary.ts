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
  textLike,
} from '@corridor/contracts';

const bankAccount = named('BankAccount', {
  bankName: nullable(textLike('Commerzbank')),
  bankAddress: listOf(textLike('Kaiserplatz, Frankfurt')),
  bankCountryCode: countryCode,
  ccyCode,
  accountNumber: nullable(textLike('0532013000')),
  accountHolderName: textLike('Muster Maschinenbau GmbH'),
  bicSwiftCode: nullable(textLike('COBADEFFXXX')),
  iban: nullable(textLike('DE89370400440532013000')),
  routingCodeType1: nullable(textLike('BLZ')),
  routingCode1: nullable(textLike('37040044')),
  routingCodeType2: nullable(textLike('BRANCH_CODE')),
  routingCode2: nullable(textLike('000')),
  accountType: nullable(textLike('CHECKING')),
  supportedPaymentTypes: listOf(paymentType),
});
export type BankAccountResource = RecordOf<typeof bankAccount>;

const states = ['ACTIVE', 'ARCHIVED'] as const;

const fields = {
  client: clientReference,
  beneficiaryType: oneOf('INDIVIDUAL', 'COMPANY'),
  displayName: textLike('Muster Maschinenbau GmbH'),
  email: nullable(textLike('accounts@muster.example')),
  individual: nullable(
    part({ firstName: textLike('Grace'), lastName: textLike('Hopper'), dateOfBirth: nullable(date) }),
  ),
  company: nullable(
    part({
      name: textLike('Muster Maschinenbau GmbH'),
      website: nullable(textLike('https://muster.example')),
      natureOfBusiness: nullable(textLike('Machinery')),
      dateOfIncorporation: nullable(date),
    }),
  ),
  address,
  identificationType: nullable(textLike('VAT')),
  identificationValue: nullable(textLike('DE123456789')),
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
  displayName: textLike('Muster Maschinenbau GmbH'),
  bankCountryCode: countryCode,
  bankAccount: Type.Null(),
});
export type BeneficiarySummary = RecordOf<typeof beneficiarySummary>;

export const chargeType = oneOf('SHARED', 'OURS');
export type ChargeType = RecordOf<typeof chargeType>;
