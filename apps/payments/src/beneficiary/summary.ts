import type { BeneficiaryResource, BeneficiarySummary } from '@corridor/payments-contract';

/** A beneficiary or its snapshot as part of other records (interface-spec 2.2): without bank details. */
export const summaryOf = ({ id, displayName, bankAccount }: BeneficiaryResource): BeneficiarySummary => ({
  id,
  displayName,
  bankCountryCode: bankAccount.bankCountryCode,
  bankAccount: null,
});
