import { germanCompany } from '../support/system.js';

/** Whom the client pays, what its program is told, and the sanctions list of the story. */

export const irina = {
  beneficiaryType: 'INDIVIDUAL',
  individual: { firstName: 'Irina', lastName: 'Volkova' },
  address: { lines: ['Ringstrasse 9'], city: 'Munich', postalCode: '80331', countryCode: 'DE' },
  bankAccount: {
    ...germanCompany.bankAccount,
    accountHolderName: 'Irina Volkova',
    iban: 'DE02120300000000202051',
  },
};
export const iron = {
  ...germanCompany,
  company: { name: 'Northern Iron Trading GmbH' },
  bankAccount: { ...germanCompany.bankAccount, iban: 'DE02500105170137075030' },
};
export const klein = {
  ...germanCompany,
  company: { name: 'Klein Schrauben GmbH' },
  bankAccount: { ...germanCompany.bankAccount, iban: 'DE02300209000106531065' },
};

export const sanctions = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2027-03-01T23:00:00.000Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <DATAID>690001</DATAID><FIRST_NAME>IRINA</FIRST_NAME><SECOND_NAME>VOLKOVA</SECOND_NAME><UN_LIST_TYPE>Test</UN_LIST_TYPE>
      <REFERENCE_NUMBER>TSi.001</REFERENCE_NUMBER>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1963-04-11</DATE></INDIVIDUAL_DATE_OF_BIRTH>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY><DATAID>690002</DATAID><FIRST_NAME>NORTHERN IRON TRADING</FIRST_NAME><REFERENCE_NUMBER>TSe.002</REFERENCE_NUMBER></ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>`;

/** Of webhooks. */
export const events = [
  'inbound_funds.credited',
  'conversion.booked',
  'conversion.exchanged',
  'conversion.cancelled',
  'payment_instruction.pending',
  'payment_instruction.rejected',
  'payment_instruction.sent',
  'payment.sent',
  'payment.completed',
  'payment.failed',
];
