import { composeIBAN, isValidIBAN } from 'ibantools';
import { type BankDetails, bankAccountIssues, normalised, supportedPaymentTypes } from './bank-account.js';

const nothing: BankDetails = {
  bankName: null,
  bankAddress: [],
  bankCountryCode: 'GB',
  ccyCode: 'GBP',
  accountNumber: null,
  accountHolderName: 'Somebody',
  bicSwiftCode: null,
  iban: null,
  routingCodeType1: null,
  routingCode1: null,
  routingCodeType2: null,
  routingCode2: null,
  accountType: null,
};
const account = (
  bankCountryCode: string,
  ccyCode: string,
  details: Partial<BankDetails> & { codes?: Record<string, string> } = {},
): BankDetails => {
  const { codes = {}, ...more } = details;
  const [[routingCodeType1, routingCode1] = [null, null], [routingCodeType2, routingCode2] = [null, null]] =
    Object.entries(codes);
  const given = { routingCodeType1, routingCode1, routingCodeType2, routingCode2, ...more };
  return normalised({ ...nothing, bankCountryCode, ccyCode, ...given });
};
const issues = (details: BankDetails) =>
  bankAccountIssues(details).map(({ pointer, code }) => `${pointer.replace('#/bankAccount/', '')} ${code}`);

const ABA = '021000021';
const BR = 'BR1800360305000010009795493C1';
const DE = 'DE89370400440532013000';
const GB = 'GB29NWBK60161331926819';
const london = { accountNumber: '31926819', codes: { SORT_CODE: '601613' } };
const toronto = { accountNumber: '1234567', codes: { INSTITUTION_NUMBER: '003', TRANSIT_NUMBER: '00002' } };
const singapore = { BANK_CODE: '7171', BRANCH_CODE: '001' };
const tokyo = { accountNumber: '1234567', codes: { BANK_CODE: '0005', BRANCH_CODE: '001' } };

describe('how an account can be paid', () => {
  test.each<[string, BankDetails, string]>([
    ['GBP by sort code', account('GB', 'GBP', london), 'REGULAR'],
    [
      'GBP by sort code or SWIFT',
      account('GB', 'GBP', { ...london, bicSwiftCode: 'NWBKGB2L' }),
      'REGULAR PRIORITY',
    ],
    ['GBP by IBAN alone', account('GB', 'GBP', { iban: GB }), 'REGULAR'],
    [
      'GBP by IBAN or SWIFT',
      account('GB', 'GBP', { iban: GB, bicSwiftCode: 'NWBKGB2L' }),
      'REGULAR PRIORITY',
    ],
    ['GBP in Jersey', account('JE', 'GBP', { ...london, iban: GB }), 'REGULAR'],
    ['EUR by SEPA in the UK', account('GB', 'EUR', { iban: GB }), 'REGULAR'],
    ['EUR by SEPA', account('DE', 'EUR', { iban: DE }), 'REGULAR'],
    [
      'EUR by SEPA or SWIFT',
      account('DE', 'EUR', { iban: DE, bicSwiftCode: 'COBADEFF' }),
      'REGULAR PRIORITY',
    ],
    [
      'USD to an account in Germany',
      account('DE', 'USD', { iban: DE, bicSwiftCode: 'COBADEFF' }),
      'PRIORITY',
    ],
    ['CHF by IBAN', account('CH', 'CHF', { iban: 'CH9300762011623852957' }), 'REGULAR'],
    ['AED by IBAN', account('AE', 'AED', { iban: 'AE070331234567890123456' }), 'REGULAR'],
    ['USD by ACH', account('US', 'USD', { accountNumber: '000123456789', codes: { ABA } }), 'REGULAR'],
    ['USD by SWIFT', account('US', 'USD', { accountNumber: '12345', bicSwiftCode: 'CHASUS33' }), 'PRIORITY'],
    ['CAD', account('CA', 'CAD', toronto), 'REGULAR'],
    ['AUD', account('AU', 'AUD', { accountNumber: '10012345', codes: { BSB: '062000' } }), 'REGULAR'],
    [
      'INR',
      account('IN', 'INR', { accountNumber: '50100012345678', codes: { IFSC: 'HDFC0000001' } }),
      'REGULAR',
    ],
    ['MXN by CLABE', account('MX', 'MXN', { accountNumber: '032180000118359719' }), 'REGULAR'],
    ['JPY', account('JP', 'JPY', tokyo), 'REGULAR'],
    ['SGD', account('SG', 'SGD', { accountNumber: '0123456789', codes: singapore }), 'REGULAR'],
    [
      'MYR by the BIC',
      account('MY', 'MYR', { accountNumber: '0123456789', bicSwiftCode: 'MBBEMYKL' }),
      'REGULAR PRIORITY',
    ],
  ])('%s', (_, details, types) => {
    expect(issues(details)).toEqual([]);
    expect(supportedPaymentTypes(details).join(' ')).toBe(types);
  });
});

describe('invalid bank accounts', () => {
  const swift = { bicSwiftCode: 'NWBKGB2L' };
  test.each<[string, BankDetails, string[]]>([
    ['nothing', account('GB', 'GBP'), ['accountNumber required']],
    ['a German account without IBAN', account('DE', 'EUR', { accountNumber: '1' }), ['iban required']],
    [
      'an IBAN with a wrong check digit',
      account('DE', 'EUR', { iban: 'DE88370400440532013000' }),
      ['iban not_an_iban'],
    ],
    ['an IBAN of another country', account('FR', 'EUR', { iban: DE }), ['iban another_country']],
    [
      'a BIC of the wrong length',
      account('DE', 'EUR', { iban: DE, bicSwiftCode: 'COBADEF' }),
      ['bicSwiftCode not_a_bic'],
    ],
    [
      'a BIC of another country',
      account('DE', 'EUR', { iban: DE, ...swift }),
      ['bicSwiftCode another_country'],
    ],
    [
      'a UK account of 7 digits',
      account('GB', 'GBP', { ...london, accountNumber: '3192681' }),
      ['accountNumber not_an_account_number'],
    ],
    [
      'a sort code of 5 digits',
      account('GB', 'GBP', { ...london, codes: { SORT_CODE: '60161' } }),
      ['routingCode1 not_a_routing_code'],
    ],
    [
      'a UK account that fails the modulus check',
      account('GB', 'GBP', { ...london, accountNumber: '31926818' }),
      ['accountNumber bad_check_digit'],
    ],
    [
      'a UK account without sort code',
      account('GB', 'GBP', { accountNumber: '31926819' }),
      ['routingCode1 required'],
    ],
    ['UK euros without IBAN or BIC', account('GB', 'EUR', london), ['bicSwiftCode required']],
    [
      'an ABA number with a wrong check digit',
      account('US', 'USD', { accountNumber: '12345', codes: { ABA: '021000022' } }),
      ['routingCode1 not_a_routing_code'],
    ],
    [
      'an ABA number of zeros',
      account('US', 'USD', { accountNumber: '12345', codes: { ABA: '000000000' } }),
      ['routingCode1 not_a_routing_code'],
    ],
    [
      'a sort code in the US',
      account('US', 'USD', { accountNumber: '12345', codes: { SORT_CODE: '601613' } }),
      ['routingCodeType1 not_allowed'],
    ],
    [
      'a made-up routing code',
      account('US', 'USD', { accountNumber: '12345', codes: { toString: '1' } }),
      ['routingCodeType1 not_allowed'],
    ],
    [
      'a Canadian account without transit',
      account('CA', 'CAD', { ...toronto, codes: { INSTITUTION_NUMBER: '003' } }),
      ['routingCode2 required'],
    ],
    [
      'a Canadian transit of 3 digits',
      account('CA', 'CAD', { ...toronto, codes: { INSTITUTION_NUMBER: '003', TRANSIT_NUMBER: '002' } }),
      ['routingCode2 not_a_routing_code'],
    ],
    [
      'a BSB of 5 digits',
      account('AU', 'AUD', { accountNumber: '10012345', codes: { BSB: '06200' } }),
      ['routingCode1 not_a_routing_code'],
    ],
    [
      'an IFSC without its zero',
      account('IN', 'INR', { accountNumber: '50100012345678', codes: { IFSC: 'HDFC1000001' } }),
      ['routingCode1 not_a_routing_code'],
    ],
    [
      'a CLABE with a wrong check digit',
      account('MX', 'MXN', { accountNumber: '032180000118359718' }),
      ['accountNumber not_an_account_number'],
    ],
    [
      'a Japanese account of 8 digits',
      account('JP', 'JPY', { ...tokyo, accountNumber: '12345678' }),
      ['accountNumber not_an_account_number'],
    ],
    [
      'a routing code without its type',
      account('GB', 'GBP', { ...london, codes: {}, routingCode1: '601613' }),
      ['routingCodeType1 required'],
    ],
    [
      'a routing code type without code',
      account('GB', 'GBP', { ...london, codes: {}, routingCodeType1: 'SORT_CODE' }),
      ['routingCode1 required'],
    ],
    [
      'a routing code type twice',
      account('GB', 'GBP', { ...london, routingCodeType2: 'SORT_CODE', routingCode2: '601613' }),
      ['routingCodeType2 not_unique'],
    ],
    [
      'a Malaysian account without BIC',
      account('MY', 'MYR', { accountNumber: '0123456789' }),
      ['bicSwiftCode required'],
    ],
    [
      'a Singapore account without branch',
      account('SG', 'SGD', { accountNumber: '0123456789', codes: { BANK_CODE: '7171' } }),
      ['routingCode2 required'],
    ],
    [
      'an IBAN of another UK bank and account',
      account('GB', 'GBP', { accountNumber: '66374958', codes: { SORT_CODE: '089999' }, iban: GB }),
      ['routingCode1 another_account', 'accountNumber another_account'],
    ],
    [
      'an IBAN of another UK account, sort code second',
      account('GB', 'GBP', {
        accountNumber: '31926819',
        routingCodeType2: 'SORT_CODE',
        routingCode2: '000001',
        iban: GB,
      }),
      ['routingCode2 another_account'],
    ],
    [
      'a UK IBAN next to another account number',
      account('GB', 'GBP', { accountNumber: '66374958', iban: GB }),
      ['accountNumber another_account'],
    ],
    [
      'a UK IBAN next to another sort code',
      account('GB', 'GBP', { codes: { SORT_CODE: '089999' }, iban: GB }),
      ['routingCode1 another_account'],
    ],
    [
      'a German IBAN next to another account number',
      account('DE', 'EUR', { accountNumber: '532013001', iban: DE }),
      ['accountNumber another_account'],
    ],
    [
      'a Brazilian IBAN next to another branch',
      account('BR', 'BRL', {
        accountNumber: '9795493',
        codes: { BANK_CODE: '104', BRANCH_CODE: '0002' },
        iban: BR,
      }),
      ['routingCode2 another_account'],
    ],
    [
      'a UK IBAN of an account that cannot exist',
      account('GB', 'GBP', { iban: composeIBAN({ countryCode: 'GB', bban: 'NWBK60161331926810' })! }),
      ['accountNumber bad_check_digit'],
    ],
    [
      'a Moroccan account with a wrong key',
      account('MA', 'MAD', { accountNumber: '011780000012345678901297' }),
      ['accountNumber not_an_account_number'],
    ],
  ])('%s', (_, details, expected) => expect(issues(details)).toEqual(expected));

  test('all all issues are reported at once', () => {
    const details = account('GB', 'GBP', {
      iban: 'GB00',
      bicSwiftCode: 'X',
      accountNumber: '1',
      codes: { ABA },
    });
    expect(issues(details)).toEqual([
      'iban not_an_iban',
      'bicSwiftCode not_a_bic',
      'accountNumber not_an_account_number',
      'routingCodeType1 not_allowed',
    ]);
  });
});

test.each([
  ['DE', 'EUR', '532013000', DE],
  ['DE', 'EUR', '0532013000', DE],
  ['DE', 'EUR', '370400440532013000', DE],
  ['DE', 'EUR', DE, DE],
  ['FI', 'EUR', '123456785', 'FI2112345600000785'],
  ['DK', 'DKK', '0040440116243', 'DK5000400440116243'],
  ['CZ', 'CZK', '19-2000145399', 'CZ6508000000192000145399'],
  ['FR', 'EUR', '0500013M026', 'FR1420041010050500013M02606'],
  ['PL', 'PLN', '61109010140000071219812874', 'PL61109010140000071219812874'],
  ['IE', 'EUR', '12345678', 'IE29AIBK93115212345678'],
  ['BR', 'BRL', '0009795493', BR],
  ['BR', 'BRL', '979549X', BR],
])('in %s %s the account number %s is that of its IBAN', (country, ccyCode, accountNumber, iban) =>
  expect(issues(account(country, ccyCode, { accountNumber, iban }))).toEqual([]),
);

test('a UK IBAN alone has the sort code and the account number', () => {
  const { accountNumber, routingCodeType1, routingCode1 } = account('JE', 'GBP', { iban: GB });
  expect({ accountNumber, routingCodeType1, routingCode1 }).toEqual({
    accountNumber: '31926819',
    routingCodeType1: 'SORT_CODE',
    routingCode1: '601613',
  });
});

test('codes are stored in their normalized form', () => {
  const typed = account('GB', 'GBP', {
    accountNumber: '3192 6819',
    iban: 'gb29 nwbk 6016 1331 9268 19',
    bicSwiftCode: 'nwbkgb2l',
    codes: { SORT_CODE: '60-16-13' },
  });
  expect(typed).toMatchObject({
    accountNumber: '31926819',
    iban: GB,
    bicSwiftCode: 'NWBKGB2L',
    routingCode1: '601613',
  });
  expect(issues(typed)).toEqual([]);
  expect(isValidIBAN(typed.iban!)).toBe(true);
});
