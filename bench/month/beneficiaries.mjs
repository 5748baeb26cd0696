/** German accounts: one is paid, the bank rejects payments to the next, and sends those to the last back. */
export const PAID = 'DE02120300000000202051';
export const CLOSED = 'DE02500105170137075030';
export const WRONG = 'DE02300209000106531065';
export const POUNDS = 'GB29NWBK60161331926819';

/** A body. @param {string} iban */
export function beneficiaryAt(iban) {
  const isPounds = iban === POUNDS;
  return {
    beneficiaryType: 'COMPANY',
    company: { name: isPounds ? 'Globex Ltd' : `Muster ${iban.slice(-3)} GmbH` },
    address: { lines: ['Hauptstrasse 1'], city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
    bankAccount: {
      accountHolderName: isPounds ? 'Globex Ltd' : `Muster ${iban.slice(-3)} GmbH`,
      bankName: isPounds ? 'NatWest' : 'Commerzbank',
      bankCountryCode: isPounds ? 'GB' : 'DE',
      ccyCode: isPounds ? 'GBP' : 'EUR',
      bicSwiftCode: isPounds ? 'NWBKGB2LXXX' : 'COBADEFFXXX',
      iban,
      ...(isPounds && { accountNumber: '31926819', routingCodeType1: 'SORT_CODE', routingCode1: '601613' }),
    },
  };
}
