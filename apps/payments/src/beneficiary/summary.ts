import type { BeneficiaryResource, BeneficiarySummary } from '@corridor/payments-contract';

/** How a beneficiary or its snapshot stands in other records (interface-spec 2.2): without bank details. */
export const summaryOf = ({ id, displayName, bankAccount }: BeneficiaryResource): BeneficiarySummary => ({
  id,
  displayName,
  bankCountryCode: bankAccount.bankCountryCode,
  bankAccount: null,
});
