import {
  ccyCode,
  countryCode,
  id,
  listOf,
  named,
  oneOf,
  paymentType,
  textLike,
  type RecordOf,
} from '@corridor/contracts';

/** interface-spec 2.3. `ABA` and `CA_ROUTING` are additions: USD and CAD have local accounts too (decisions §6). */
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
  routingCodeType: oneOf('SORT_CODE', 'BIC_SWIFT', 'ABA', 'CA_ROUTING'),
});
export type CollectionAccountResource = RecordOf<typeof collectionAccount>;
