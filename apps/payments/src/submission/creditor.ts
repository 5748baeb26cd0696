import type { BeneficiaryResource, Creditor } from '@corridor/payments-contract';

/** A beneficiary as a form of a bank asks for it. */
export function creditorOf({ address, bankAccount }: BeneficiaryResource): Creditor {
  const { lines, city, state, postalCode, countryCode } = address;
  const town = [postalCode, city, state].filter(Boolean).join(' ');
  const routing = [
    { type: bankAccount.routingCodeType1, code: bankAccount.routingCode1 },
    { type: bankAccount.routingCodeType2, code: bankAccount.routingCode2 },
  ];
  return {
    name: bankAccount.accountHolderName,
    addressLines: [...lines, town].filter(Boolean),
    address,
    countryCode,
    bankName: bankAccount.bankName,
    bankCountryCode: bankAccount.bankCountryCode,
    bicSwiftCode: bankAccount.bicSwiftCode,
    iban: bankAccount.iban,
    accountNumber: bankAccount.accountNumber,
    accountType: bankAccount.accountType,
    routing: routing.flatMap(({ type, code }) => (type && code ? [{ type, code }] : [])),
  };
}
