import { bodyOf } from './entries.js';

test('each entry stands where its pointer says, without what is empty', () =>
  expect(
    bodyOf({
      '/beneficiaryType': 'COMPANY',
      '/company/name': ' ACME ',
      '/email': '',
      '/address/lines/0': '',
      '/address/lines/1': '1 High Street',
      '/address/countryCode': 'GB',
      '/bankAccount/iban': 'GB29NWBK60161331926819',
    }),
  ).toEqual({
    beneficiaryType: 'COMPANY',
    company: { name: 'ACME' },
    address: { lines: ['1 High Street'], countryCode: 'GB' },
    bankAccount: { iban: 'GB29NWBK60161331926819' },
  }));

test('an address without lines has an empty list: the API says that one is missing', () =>
  expect(bodyOf({})).toEqual({ address: { lines: [] } }));
