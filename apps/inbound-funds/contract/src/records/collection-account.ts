import {
  ccyCode,
  countryCode,
  id,
  listOf,
  named,
  nullable,
  oneOf,
  paymentType,
  textLike,
  timestamp,
  type RecordOf,
} from '@corridor/contracts';

/**
 * interface-spec 2.3. `localRoutingCodeType` is an addition: USD and CAD have local accounts too (decisions §6), whose
 * routing the specification has no name for. It is null for an account that is addressed by BIC. So is `retiredOn`: money that is sent
 * to the account after it waits for a person.
 */
export const collectionAccount = named('CollectionAccount', {
  id: id('ca'),
  ccyCode,
  accountNumber: textLike('12345678'),
  accountNumberType: oneOf('ACCOUNT_NUMBER', 'IBAN'),
  accountHolderName: textLike('Northwind Imports Ltd'),
  bankName: textLike('Harbour Bank'),
  bankAddress: listOf(textLike('1 Harbour Street, Bristol')),
  bankCountryCode: countryCode,
  paymentType,
  routingCode: textLike('200000'),
  routingCodeType: nullable(oneOf('SORT_CODE', 'BIC_SWIFT')),
  localRoutingCodeType: nullable(oneOf('SORT_CODE', 'ABA', 'CA_ROUTING')),
  retiredOn: nullable(timestamp),
});
export type CollectionAccountResource = RecordOf<typeof collectionAccount>;
