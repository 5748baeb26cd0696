import { isAba, isClabe, isRib } from './check-digits.js';

/** How a number or code is written, without spaces and hyphens. */
export interface Format {
  readonly text: string;
  readonly pattern: RegExp;
  readonly example: string;
  readonly hasCheckDigits?: (value: string) => boolean;
}

/** What the local network of a country needs in order to pay to an account number. */
export interface LocalNetwork {
  readonly ccyCode: string;
  /** By type; all of them are needed, and a beneficiary can have two. */
  readonly routingCodes: Readonly<Record<string, Format>>;
  readonly accountNumber: Format;
  /** The bank is identified by its BIC. */
  readonly isByBic?: true;
  /** Where an IBAN has routing codes, by their types, and the `accountNumber`. */
  readonly inIban?: RegExp;
}

export const isOf = ({ pattern, hasCheckDigits }: Format, value: string): boolean =>
  pattern.test(value) && (!hasCheckDigits || hasCheckDigits(value));

/** As many digits as the example has, or up to `max`. */
function digits(
  example: string,
  { min = example.length, max = min }: { min?: number; max?: number } = {},
): Format {
  return min === max
    ? { text: `${min} digits`, pattern: new RegExp(`^\\d{${min}}$`), example }
    : { text: `${min} to ${max} digits`, pattern: new RegExp(`^\\d{${min},${max}}$`), example };
}

const checked = (example: string, hasCheckDigits: (value: string) => boolean): Format => {
  const { text, ...format } = digits(example);
  return { ...format, text: `${text} with valid check digits`, hasCheckDigits };
};

/** Countries whose local network pays by account number (decisions §9), with the lengths that its banks use. */
export const localNetworks: Readonly<Record<string, LocalNetwork>> = {
  AU: {
    ccyCode: 'AUD',
    routingCodes: { BSB: digits('062000') },
    accountNumber: digits('10012345', { min: 5, max: 10 }),
  },
  BD: {
    ccyCode: 'BDT',
    routingCodes: { BANK_CODE: digits('060272531') },
    accountNumber: digits('1501201234567', { min: 8, max: 17 }),
  },
  BR: {
    ccyCode: 'BRL',
    routingCodes: { BANK_CODE: digits('341'), BRANCH_CODE: digits('0912') },
    accountNumber: {
      text: '3 to 13 digits, the last of which may be an X',
      pattern: /^\d{2,12}[\dX]$/,
      example: '123456X',
    },
    inIban: /^BR\d{10}(?<BRANCH_CODE>\d{5})/,
  },
  CA: {
    ccyCode: 'CAD',
    routingCodes: { INSTITUTION_NUMBER: digits('003'), TRANSIT_NUMBER: digits('00002') },
    accountNumber: digits('1234567', { min: 7, max: 12 }),
  },
  CL: {
    ccyCode: 'CLP',
    routingCodes: { BANK_CODE: digits('012') },
    accountNumber: digits('0012345678', { min: 5, max: 18 }),
  },
  CN: {
    ccyCode: 'CNY',
    routingCodes: { CNAPS: digits('102100099996') },
    accountNumber: digits('6222020200112233445', { min: 8, max: 28 }),
  },
  CO: {
    ccyCode: 'COP',
    routingCodes: { BANK_CODE: digits('007', { max: 4 }) },
    accountNumber: digits('12345678901', { min: 6, max: 16 }),
  },
  GB: {
    ccyCode: 'GBP',
    routingCodes: { SORT_CODE: digits('601613') },
    accountNumber: digits('31926819'),
    inIban: /^GB\d{2}[A-Z]{4}(?<SORT_CODE>\d{6})(?<accountNumber>\d{8})$/,
  },
  GH: {
    ccyCode: 'GHS',
    routingCodes: { SORT_CODE: digits('300302') },
    accountNumber: digits('1234567890123', { min: 10, max: 16 }),
  },
  HK: {
    ccyCode: 'HKD',
    routingCodes: { BANK_CODE: digits('004'), BRANCH_CODE: digits('123') },
    accountNumber: digits('456789838', { min: 6, max: 9 }),
  },
  ID: {
    ccyCode: 'IDR',
    routingCodes: { BANK_CODE: digits('014') },
    accountNumber: digits('1234567890', { min: 8, max: 16 }),
  },
  IN: {
    ccyCode: 'INR',
    routingCodes: {
      IFSC: {
        text: '4 letters, a zero and 6 letters or digits',
        pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/,
        example: 'HDFC0000001',
      },
    },
    accountNumber: digits('50100012345678', { min: 9, max: 18 }),
  },
  JP: {
    ccyCode: 'JPY',
    routingCodes: { BANK_CODE: digits('0005'), BRANCH_CODE: digits('001') },
    accountNumber: digits('1234567'),
  },
  KE: {
    ccyCode: 'KES',
    routingCodes: { BANK_CODE: digits('01'), BRANCH_CODE: digits('100') },
    accountNumber: digits('1234567890', { min: 6, max: 14 }),
  },
  KR: {
    ccyCode: 'KRW',
    routingCodes: { BANK_CODE: digits('004') },
    accountNumber: digits('12345678901234', { min: 10, max: 16 }),
  },
  LK: {
    ccyCode: 'LKR',
    routingCodes: { BANK_CODE: digits('7010'), BRANCH_CODE: digits('660') },
    accountNumber: digits('1234567890', { min: 6, max: 15 }),
  },
  MA: { ccyCode: 'MAD', routingCodes: {}, accountNumber: checked('011780000012345678901296', isRib) },
  MX: { ccyCode: 'MXN', routingCodes: {}, accountNumber: checked('032180000118359719', isClabe) },
  MY: {
    ccyCode: 'MYR',
    routingCodes: {},
    isByBic: true,
    accountNumber: digits('112233445566', { min: 7, max: 17 }),
  },
  NG: { ccyCode: 'NGN', routingCodes: { BANK_CODE: digits('058') }, accountNumber: digits('0123456789') },
  NZ: { ccyCode: 'NZD', routingCodes: {}, accountNumber: digits('010902006838900', { max: 16 }) },
  PE: { ccyCode: 'PEN', routingCodes: {}, accountNumber: digits('00219300123456789013') },
  PH: {
    ccyCode: 'PHP',
    routingCodes: { BRSTN: digits('010040018') },
    accountNumber: digits('1234567890', { min: 8, max: 16 }),
  },
  SG: {
    ccyCode: 'SGD',
    routingCodes: { BANK_CODE: digits('7171'), BRANCH_CODE: digits('001') },
    accountNumber: digits('0123456789', { min: 6, max: 14 }),
  },
  TH: {
    ccyCode: 'THB',
    routingCodes: { BANK_CODE: digits('002') },
    accountNumber: digits('1234567890', { min: 10, max: 12 }),
  },
  TW: {
    ccyCode: 'TWD',
    routingCodes: { BANK_CODE: digits('0081234') },
    accountNumber: digits('123456789012', { min: 9, max: 16 }),
  },
  US: {
    ccyCode: 'USD',
    routingCodes: { ABA: checked('021000021', isAba) },
    accountNumber: digits('000123456789', { min: 4, max: 17 }),
  },
  VN: {
    ccyCode: 'VND',
    routingCodes: { BANK_CODE: digits('01203001') },
    accountNumber: digits('0123456789012', { min: 6, max: 19 }),
  },
  ZA: {
    ccyCode: 'ZAR',
    routingCodes: { BRANCH_CODE: digits('250655') },
    accountNumber: digits('62001234567', { min: 7, max: 13 }),
  },
};

/** Countries whose local network pays by IBAN in their own currency. Euros by IBAN reach every SEPA country. */
export const ibanCurrencies: Readonly<Record<string, string>> = {
  AE: 'AED',
  BG: 'BGN',
  BH: 'BHD',
  BR: 'BRL',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  EG: 'EGP',
  HU: 'HUF',
  IL: 'ILS',
  IS: 'ISK',
  JO: 'JOD',
  KW: 'KWD',
  LI: 'CHF',
  NO: 'NOK',
  OM: 'OMR',
  PK: 'PKR',
  PL: 'PLN',
  QA: 'QAR',
  RO: 'RON',
  SA: 'SAR',
  SE: 'SEK',
  TR: 'TRY',
};

/** Territories whose banks belong to another country's network and have its IBANs; some have its BICs too. */
const territories: Readonly<Record<string, readonly string[]>> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/** The country of the network and the IBANs of a country's banks. */
/** Of a country. */
export const territoriesOf = (country: string): readonly string[] => territories[country] ?? [];

export const networkCountryOf = (country: string): string =>
  Object.keys(territories).find((owner) => territories[owner]?.includes(country)) ?? country;

export const localNetworkIn = (country: string): LocalNetwork | undefined =>
  localNetworks[networkCountryOf(country)];
