/** Who is paid, and where: steps that add beneficiaries. */
import { step } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** Where the bank accounts of beneficiaries are, without the holder. */
export const BANKS = {
  London: {
    ...{ bankName: 'NatWest', bankCountryCode: 'GB', ccyCode: 'GBP', bicSwiftCode: 'NWBKGB2L' },
    ...{ accountNumber: '31926819', routingCodeType1: 'SORT_CODE', routingCode1: '601613' },
    iban: 'GB29NWBK60161331926819',
  },
  Leeds: {
    ...{ bankName: 'Barclays', bankCountryCode: 'GB', ccyCode: 'GBP', bicSwiftCode: 'BUKBGB22' },
    ...{ accountNumber: '55779911', routingCodeType1: 'SORT_CODE', routingCode1: '200000' },
  },
  Köln: {
    ...{ bankName: 'Commerzbank', bankCountryCode: 'DE', ccyCode: 'EUR', bicSwiftCode: 'COBADEFFXXX' },
    iban: 'DE89370400440532013000',
  },
  Paris: {
    ...{ bankName: 'La Banque Postale', bankCountryCode: 'FR', ccyCode: 'EUR', bicSwiftCode: 'PSSTFRPPXXX' },
    iban: 'FR1420041010050500013M02606',
  },
  'New York': {
    ...{ bankName: 'JPMorgan Chase Bank', bankCountryCode: 'US', ccyCode: 'USD', bicSwiftCode: 'CHASUS33' },
    ...{ accountNumber: '000123456789', routingCodeType1: 'ABA', routingCode1: '021000021' },
    accountType: 'CHECKING',
  },
  Montréal: {
    ...{ bankName: 'Royal Bank of Canada', bankCountryCode: 'CA', ccyCode: 'CAD', bicSwiftCode: 'ROYCCAT2' },
    ...{ accountNumber: '1234567', routingCodeType1: 'INSTITUTION_NUMBER', routingCode1: '003' },
    ...{ routingCodeType2: 'TRANSIT_NUMBER', routingCode2: '00002' },
  },
  Tokyo: {
    ...{ bankName: 'MUFG Bank', bankCountryCode: 'JP', ccyCode: 'JPY', bicSwiftCode: 'BOTKJPJT' },
    ...{ accountNumber: '1234567', routingCodeType1: 'BANK_CODE', routingCode1: '0005' },
    ...{ routingCodeType2: 'BRANCH_CODE', routingCode2: '001', accountType: 'CHECKING' },
  },
  Sydney: {
    ...{ bankName: 'Commonwealth Bank', bankCountryCode: 'AU', ccyCode: 'AUD', bicSwiftCode: 'CTBAAU2S' },
    ...{ accountNumber: '10012345', routingCodeType1: 'BSB', routingCode1: '062000' },
  },
  Mumbai: {
    ...{ bankName: 'HDFC Bank', bankCountryCode: 'IN', ccyCode: 'INR', bicSwiftCode: 'HDFCINBB' },
    ...{ accountNumber: '50100012345678', routingCodeType1: 'IFSC', routingCode1: 'HDFC0000001' },
  },
};

const STREETS = {
  ...{
    London: '12 Wharf Road',
    Leeds: '4 Orchard Lane',
    Köln: 'Am Rheinauhafen 8',
    Paris: '21 rue de Sèvres',
  },
  ...{ 'New York': '85 Broad Street', Montréal: '300 rue Saint-Paul', Tokyo: '1-5-2 Marunouchi' },
  ...{ Sydney: '48 George Street', Mumbai: '9 Nariman Point' },
};

const POSTAL_CODES = {
  ...{ London: 'N1 7GR', Leeds: 'LS1 4DY', Köln: '50678', Paris: '75006', 'New York': '10004' },
  ...{ Montréal: 'H2Y 1H2', Tokyo: '100-0005', Sydney: '2000', Mumbai: '400021' },
};

/** @typedef {keyof typeof BANKS} Place */

/**
 * A company that is paid.
 * @param {string} as @param {Place} city @param {string} name @returns {Step}
 */
export function company(as, city, name) {
  return step('createBeneficiary', {
    as,
    tell: `${name} in ${city} is added as a beneficiary`,
    with: { beneficiaryType: 'COMPANY', company: { name }, ...account(city, name) },
  });
}

/** A person who is paid. @param {string} as @param {Place} city @param {string} firstName @param {string} lastName @returns {Step} */
export function individual(as, city, firstName, lastName) {
  const name = `${firstName} ${lastName}`;
  return step('createBeneficiary', {
    as,
    tell: `${name} in ${city} is added as a beneficiary`,
    with: { beneficiaryType: 'INDIVIDUAL', individual: { firstName, lastName }, ...account(city, name) },
  });
}

/** @param {Place} city @param {string} accountHolderName */
export const account = (city, accountHolderName) => ({
  address: {
    ...{ lines: [STREETS[city]], city, postalCode: POSTAL_CODES[city] },
    countryCode: BANKS[city].bankCountryCode,
  },
  bankAccount: { ...BANKS[city], accountHolderName },
});
