import type { PaymentType } from '@corridor/contracts';
import type { BankAccountField, BeneficiaryFields } from '@corridor/payments-contract';
import { getCountrySpecifications, isSEPACountry } from 'ibantools';
import { type BankDetails, anyAccountNumber } from './bank-account.js';
import { ibanExamples } from './iban-examples.js';
import { type Format, ibanCurrencies, localNetworkIn, networkCountryOf } from './local-networks.js';

type Field = keyof BankDetails;

const field = (name: Field, { text, pattern, example }: Format): BankAccountField => ({
  name,
  format: text,
  pattern: pattern.source,
  example,
});

/**
 * What a bank account needs in order to be paid in a currency: alternatives, each of them sufficient. None if the payment
 * type does not reach it.
 *
 * @param country that has IBANs or a local network of its own, or is reached by SWIFT
 */
export function beneficiaryFields(
  country: string,
  ccyCode: string,
  paymentTypes: readonly PaymentType[],
): BeneficiaryFields[] {
  const alternatives = { REGULAR: regular, PRIORITY: priority };
  return paymentTypes.flatMap((paymentType) =>
    alternatives[paymentType](country, ccyCode).map((fields) => ({ paymentType, fields })),
  );
}

function regular(country: string, ccyCode: string): BankAccountField[][] {
  const network = localNetworkIn(country);
  const owner = networkCountryOf(country);
  const isByIban =
    (ccyCode === 'EUR' && isSEPACountry(owner)) ||
    ccyCode === ibanCurrencies[owner] ||
    (owner === 'GB' && ccyCode === 'GBP');
  const bank = network?.isByBic ? [bic(country)] : routingCodes(country);
  const byNumber = network?.ccyCode === ccyCode ? [[...bank, number(country)]] : [];
  return [...byNumber, ...(isByIban ? [[iban(country)]] : [])];
}

function priority(country: string): BankAccountField[][] {
  const network = localNetworkIn(country);
  const hasIban = Object.hasOwn(ibanExamples, networkCountryOf(country));
  const isIbanRequired = isSEPACountry(networkCountryOf(country)) && !network;
  return [
    ...(isIbanRequired ? [] : [[bic(country), number(country)]]),
    ...(hasIban ? [[bic(country), iban(country)]] : []),
  ];
}

const number = (country: string) =>
  field('accountNumber', localNetworkIn(country)?.accountNumber ?? anyAccountNumber);

function routingCodes(country: string): BankAccountField[] {
  const codes = Object.entries(localNetworkIn(country)?.routingCodes ?? {});
  return codes.flatMap(([type, format], i) => {
    const n = i === 0 ? 1 : 2;
    const fixed = { text: type, pattern: new RegExp(`^${type}$`), example: type };
    return [field(`routingCodeType${n}`, fixed), field(`routingCode${n}`, format)];
  });
}

function iban(country: string): BankAccountField {
  const owner = networkCountryOf(country);
  const length = getCountrySpecifications()[owner]?.chars ?? 34;
  return field('iban', {
    text: `an IBAN of ${length} characters with valid check digits`,
    pattern: new RegExp(`^${owner}\\d{2}[A-Z0-9]{${length - 4}}$`),
    example: ibanExamples[owner] ?? '',
  });
}

const bic = (country: string) =>
  field('bicSwiftCode', {
    text: 'a BIC of 8 or 11 characters',
    pattern: new RegExp(
      `^[A-Z0-9]{4}(${[...new Set([country, networkCountryOf(country)])].join('|')})[A-Z0-9]{2}([A-Z0-9]{3})?$`,
    ),
    example: `BANK${country}22`,
  });
