import { listOf, named, paymentType, type RecordOf, textLike } from '@corridor/contracts';

const bankAccountField = named('BankAccountField', {
  name: textLike('routingCode1'),
  format: textLike('6 digits'),
  pattern: textLike('^\\d{6}$'),
  example: textLike('601613'),
});
export type BankAccountField = RecordOf<typeof bankAccountField>;

/** Fields of a bank account that suffice for payments of a type (an extension). Without spaces and hyphens. */
export const beneficiaryFields = named('BeneficiaryFields', {
  paymentType,
  fields: listOf(bankAccountField),
});
export type BeneficiaryFields = RecordOf<typeof beneficiaryFields>;
