import {
  ccyCode,
  countryCode,
  id,
  listOf,
  named,
  oneOf,
  paymentType,
  text,
  type RecordOf,
} from '@corridor/contracts';

/** interface-spec 2.3. `ABA` and `CA_ROUTING` are additions: USD and CAD have local accounts too (decisions §6). */
export const collectionAccount = named('CollectionAccount', {
  id: id('ca'),
  ccyCode,
  accountNumber: text(),
  accountNumberType: oneOf('ACCOUNT_NUMBER', 'IBAN'),
  accountHolderName: text(),
  bankName: text(),
  bankAddress: listOf(text()),
  bankCountryCode: countryCode,
  paymentType,
  routingCode: text(),
  routingCodeType: oneOf('SORT_CODE', 'BIC_SWIFT', 'ABA', 'CA_ROUTING'),
});
export type CollectionAccountResource = RecordOf<typeof collectionAccount>;
