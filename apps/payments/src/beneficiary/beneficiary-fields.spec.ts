import type { PaymentType } from '@corridor/contracts';
import type { BankAccountField } from '@corridor/payments-contract';
import { getCountrySpecifications } from 'ibantools';
import { beneficiaryFields } from './beneficiary-fields.js';
import { type BankDetails, bankAccountIssues, normalised, supportedPaymentTypes } from './bank-account.js';
import { ibanCurrencies, localNetworks } from './local-networks.js';

const account = (bankCountryCode: string, ccyCode: string, fields: readonly BankAccountField[]) =>
  normalised({
    bankName: null,
    bankAddress: [],
    bankCountryCode,
    ccyCode,
    accountNumber: null,
    accountHolderName: 'Somebody',
    bicSwiftCode: null,
    iban: null,
    routingCodeType1: null,
    routingCode1: null,
    routingCodeType2: null,
    routingCode2: null,
    accountType: null,
    ...Object.fromEntries(fields.map(({ name, example }) => [name, example])),
  });
const isPayable = (details: BankDetails, by: PaymentType) =>
  bankAccountIssues(details).length === 0 && supportedPaymentTypes(details).includes(by);

/** Each country with IBANs or a local network, and territories, in its own currency, euros and dollars. */
const owners = new Set([...Object.keys(localNetworks), ...Object.keys(getCountrySpecifications())]);
const cases = [...owners, 'AX', 'JE', 'NC'].flatMap((country) => {
  const own = localNetworks[country]?.ccyCode ?? ibanCurrencies[country];
  return [...new Set(['EUR', 'USD', ...(own ? [own] : [])])].map((ccyCode) => [country, ccyCode] as const);
});

test('the examples of each alternative are an account that can be paid so, and each field is needed', () => {
  const wrong = cases.flatMap(([country, ccyCode]) =>
    beneficiaryFields(country, ccyCode, ['REGULAR', 'PRIORITY']).flatMap(({ paymentType, fields }) => [
      ...(isPayable(account(country, ccyCode, fields), paymentType)
        ? []
        : [`${country} ${ccyCode} ${paymentType}`]),
      ...fields
        .filter(({ pattern, example }) => !new RegExp(pattern).test(example))
        .map(({ name, example }) => `${country} ${name} ${example}`),
      ...fields
        .filter((left) =>
          isPayable(
            account(
              country,
              ccyCode,
              fields.filter((one) => one !== left),
            ),
            paymentType,
          ),
        )
        .map(({ name }) => `${country} ${ccyCode} ${paymentType} without ${name}`),
    ]),
  );
  expect(wrong).toEqual([]);
});

test('every currency that the market quotes has a local network', () => {
  const local = new Set([
    'EUR',
    ...Object.values(localNetworks).map(({ ccyCode }) => ccyCode),
    ...Object.values(ibanCurrencies),
  ]);
  const dealt =
    'EUR USD GBP JPY CHF AUD NZD CAD SEK NOK DKK SGD HKD PLN CZK HUF RON ISK ILS MXN ZAR CNY AED SAR QAR KWD BHD OMR JOD THB TRY ' +
    'BRL INR IDR MYR PHP KRW TWD VND PKR BDT LKR EGP MAD KES NGN GHS CLP COP PEN';
  expect(dealt.split(' ').filter((ccyCode) => !local.has(ccyCode))).toEqual([]);
});

const names = (country: string, ccyCode: string, by: PaymentType) =>
  beneficiaryFields(country, ccyCode, [by]).map(({ fields }) => fields.map(({ name }) => name).join(' '));

test.each<[string, string, PaymentType, string[]]>([
  ['GB', 'GBP', 'REGULAR', ['routingCodeType1 routingCode1 accountNumber', 'iban']],
  ['GB', 'EUR', 'REGULAR', ['iban']],
  ['GB', 'GBP', 'PRIORITY', ['bicSwiftCode accountNumber', 'bicSwiftCode iban']],
  ['DE', 'EUR', 'REGULAR', ['iban']],
  ['DE', 'USD', 'REGULAR', []],
  ['DE', 'USD', 'PRIORITY', ['bicSwiftCode iban']],
  ['CN', 'CNY', 'REGULAR', ['routingCodeType1 routingCode1 accountNumber']],
  ['JP', 'JPY', 'REGULAR', ['routingCodeType1 routingCode1 routingCodeType2 routingCode2 accountNumber']],
  ['MY', 'MYR', 'REGULAR', ['bicSwiftCode accountNumber']],
  ['MY', 'USD', 'REGULAR', []],
  ['MY', 'MYR', 'PRIORITY', ['bicSwiftCode accountNumber']],
])('%s %s %s', (country, ccyCode, by, expected) => expect(names(country, ccyCode, by)).toEqual(expected));
