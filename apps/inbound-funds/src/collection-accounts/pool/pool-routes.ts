import type { PoolAccountResource } from '@corridor/inbound-funds-contract';
import type { Route } from '../routes.js';

/** How payments within a country name an account, for the countries without IBAN or with their own network beside it. */
export const localRouting = { GB: 'SORT_CODE', US: 'ABA', CA: 'CA_ROUTING' } as const;

/** The ways in which an account of a pool can be paid: within its country first. */
export function routesOf(account: PoolAccountResource): Route[] {
  const { iban, bicSwiftCode, accountNumber, routingCode, ccyCode, countryCode } = account;
  const { bankName, bankAddress, accountHolderName } = account;
  const common = {
    bank: { bankName, bankAddress, bankCountryCode: countryCode },
    ...(accountHolderName !== null && { accountHolderName }),
  };
  const routes: Route[] = [];
  if (accountNumber !== null && routingCode !== null) {
    const type = localRouting[countryCode as keyof typeof localRouting];
    routes.push({
      ...common,
      accountNumber,
      accountNumberType: 'ACCOUNT_NUMBER',
      paymentType: 'REGULAR',
      routingCode,
      routingCodeType: type === 'SORT_CODE' ? type : null,
      localRoutingCodeType: type,
    });
  }
  if (iban !== null && bicSwiftCode !== null)
    routes.push({
      ...common,
      accountNumber: iban,
      accountNumberType: 'IBAN',
      paymentType: ccyCode === 'EUR' ? 'REGULAR' : 'PRIORITY',
      routingCode: bicSwiftCode,
      routingCodeType: 'BIC_SWIFT',
      localRoutingCodeType: null,
    });
  return routes;
}
