import type { PaymentType } from '@corridor/contracts';
import type { BankAccountResource } from '@corridor/payments-contract';
import type { FieldIssue } from '@corridor/kernel';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import UkModulusChecking from 'uk-modulus-checking';
import {
  type Format,
  type LocalNetwork,
  ibanCurrencies,
  isOf,
  localNetworkIn,
  networkCountryOf,
} from './local-networks.js';

/** The account as described by a client; the payment types follow from it. */
export type BankDetails = Omit<BankAccountResource, 'supportedPaymentTypes'>;

/** Normalized codes: without spaces or hyphens, in capital letters. A UK IBAN adds the sort code and account number in it. */
export function normalised(details: BankDetails): BankDetails {
  const plain = (text: string | null) => text && text.replace(/[\s-]/g, '').toUpperCase();
  return withUkAccount({
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
  });
}

function withUkAccount(details: BankDetails): BankDetails {
  const { SORT_CODE: sortCode, accountNumber: numberInIban } = partsOf(details.iban);
  if (!sortCode || !numberInIban) return details;
  const { accountNumber, routingCodeType1, routingCode1, routingCodeType2, routingCode2 } = details;
  const hasCode = [routingCodeType1, routingCode1, routingCodeType2, routingCode2].some(
    (one) => one !== null,
  );
  return {
    ...details,
    accountNumber: accountNumber ?? numberInIban,
    ...(hasCode ? {} : { routingCodeType1: 'SORT_CODE', routingCode1: sortCode }),
  };
}

/** The codes and the number that the local network uses and an IBAN contains. */
function partsOf(iban: string | null): Readonly<Record<string, string>> {
  if (!iban || !isValidIBAN(iban)) return {};
  return localNetworkIn(iban.slice(0, 2))?.inIban?.exec(iban)?.groups ?? {};
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
  const local = localNetworkIn(bankCountryCode);
  if (!local || local.ccyCode !== ccyCode || !accountNumber) return false;
  return missingCodes(details, local).length === 0 && (!local.isByBic || details.bicSwiftCode !== null);
}

const missingCodes = (details: BankDetails, { routingCodes }: LocalNetwork): string[] =>
  Object.keys(routingCodes).filter((type) => routingCodeOf(details, type) === null);

const routingCodeOf = (details: BankDetails, type: string): string | null => {
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
  const others = anotherAccount(details);
  if (others.length > 0) return others;
  if (!supportsModulus(details)) return [issue('accountNumber', 'bad_check_digit', NO_SUCH_UK_ACCOUNT)];
  return supportedPaymentTypes(details).length > 0 ? [] : [unpayable(details)];
}

const NO_SUCH_UK_ACCOUNT = 'No account of this number can exist under this sort code (modulus check).';

function ibanIssues({ iban, bankCountryCode }: BankDetails): FieldIssue[] {
  const country = networkCountryOf(bankCountryCode);
  if (iban === null)
    return isSEPACountry(country) && !localNetworkIn(country)
      ? [issue('iban', 'required', `An account in ${bankCountryCode} needs its IBAN.`)]
      : [];
  if (!isValidIBAN(iban)) return [issue('iban', 'not_an_iban', 'Must be an IBAN with valid check digits.')];
  if (![country, bankCountryCode].includes(iban.slice(0, 2)))
    return [issue('iban', 'another_country', `Must be an IBAN of ${country}.`)];
  return [];
}

/** Routing codes and an account number next to an IBAN have to be those in it. */
function anotherAccount(details: BankDetails): FieldIssue[] {
  const { iban, accountNumber } = details;
  if (iban === null) return [];
  const parts = partsOf(iban);
  const codes = ([1, 2] as const).flatMap((n) => {
    const [type, code] = [details[`routingCodeType${n}`], details[`routingCode${n}`]];
    const inIban = type && parts[type];
    return !inIban || isSameNumber(inIban, code)
      ? []
      : [issue(`routingCode${n}`, 'another_account', `The IBAN is of ${type} ${inIban}.`)];
  });
  const isInIban = parts['accountNumber']
    ? isSameNumber(parts['accountNumber'], accountNumber)
    : accountNumber === null || isPartOf(iban, accountNumber);
  const detail = parts['accountNumber']
    ? `The IBAN is of account ${parts['accountNumber']}.`
    : 'The IBAN does not contain this number, and is sufficient without it.';
  return [...codes, ...(isInIban ? [] : [issue('accountNumber', 'another_account', detail)])];
}

const unpadded = (number: string | null) => number && number.replace(/^0+/, '');
const isSameNumber = (one: string, other: string | null) => unpadded(one) === unpadded(other);

/** IBANs fill the parts of an account number up with zeros; a check character X of a number is no part of them. */
const isPartOf = (iban: string, number: string): boolean =>
  new RegExp([...number.replace(/^0+|X$/g, '')].join('0*')).test(iban);

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
  const format = localNetworkIn(bankCountryCode)?.accountNumber ?? anyAccountNumber;
  const detail = `An account number in ${bankCountryCode} has ${format.text}.`;
  return isOf(format, accountNumber) ? [] : [issue('accountNumber', 'not_an_account_number', detail)];
}

export const anyAccountNumber: Format = {
  text: 'up to 34 letters and digits',
  pattern: /^[A-Z0-9]{1,34}$/,
  example: '0123456789',
};

function routingCodeIssues(details: BankDetails, n: 1 | 2): FieldIssue[] {
  const type = details[`routingCodeType${n}`];
  const code = details[`routingCode${n}`];
  if (type === null && code === null) return [];
  if (code === null) return [issue(`routingCode${n}`, 'required', `Required with routingCodeType${n}.`)];
  if (type === null) return [issue(`routingCodeType${n}`, 'required', `Required with routingCode${n}.`)];
  const known = localNetworkIn(details.bankCountryCode)?.routingCodes ?? {};
  const format = Object.hasOwn(known, type) ? known[type] : undefined;
  if (!format)
    return [issue(`routingCodeType${n}`, 'not_allowed', usedIn(details.bankCountryCode, Object.keys(known)))];
  const detail = `A ${type} in ${details.bankCountryCode} has ${format.text}.`;
  return isOf(format, code) ? [] : [issue(`routingCode${n}`, 'not_a_routing_code', detail)];
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
  const { accountNumber, bankCountryCode } = details;
  if (networkCountryOf(bankCountryCode) !== 'GB') return true;
  return !sortCode || !accountNumber || new UkModulusChecking({ sortCode, accountNumber }).isValid();
}

/** Neither the local network nor SWIFT can reach the account. */
function unpayable(details: BankDetails): FieldIssue {
  const { bankCountryCode, ccyCode } = details;
  const local = localNetworkIn(bankCountryCode);
  if (local?.ccyCode !== ccyCode || local.isByBic)
    return issue('bicSwiftCode', 'required', `${ccyCode} reaches this account only by the BIC of its bank.`);
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
    `${missingCodes(details, local).join(' and ')} needed for ${ccyCode} in ${bankCountryCode}, or a bicSwiftCode.`,
  );
}

const issue = (field: keyof BankDetails, code: string, detail: string): FieldIssue => ({
  pointer: `#/bankAccount/${field}`,
  code,
  detail,
});
