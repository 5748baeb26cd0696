import { pageTexts } from '../../texts/texts.js';

const en = {
  title: 'Add a beneficiary',
  owner: 'Who is paid',
  type: 'Type',
  company: 'Company',
  individual: 'Person',
  companyName: 'Name of the company',
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Street and number',
  city: 'City',
  postalCode: 'Postal code',
  bankAccount: 'Bank account',
  bankCountry: 'Country of the bank',
  by: 'Details that you have',
  unreachable: 'No payment in this currency reaches banks of this country. Choose another currency.',
  routingCode: {
    BANK_CODE: 'Bank code',
    BRANCH_CODE: 'Branch code',
    INSTITUTION_NUMBER: 'Institution number',
    TRANSIT_NUMBER: 'Transit number',
  },
  holder: 'As the bank has it.',
  format: (format: string, example: string) => `${format}, such as ${example}`,
  valid: (types: string) => `These details are valid. They can be paid by: ${types}.`,
  add: 'Add the beneficiary',
  busy: 'Adding …',
  check: 'Check the details',
};

const de: typeof en = {
  title: 'Empfänger anlegen',
  owner: 'Wer bezahlt wird',
  type: 'Art',
  company: 'Firma',
  individual: 'Person',
  companyName: 'Name der Firma',
  firstName: 'Vorname',
  lastName: 'Nachname',
  address: 'Straße und Hausnummer',
  city: 'Ort',
  postalCode: 'Postleitzahl',
  bankAccount: 'Bankkonto',
  bankCountry: 'Land der Bank',
  by: 'Angaben, die Sie haben',
  unreachable:
    'Keine Zahlung in dieser Währung erreicht Banken dieses Landes. Wählen Sie eine andere Währung.',
  routingCode: {
    BANK_CODE: 'Bankleitzahl',
    BRANCH_CODE: 'Filialnummer',
    INSTITUTION_NUMBER: 'Institutsnummer',
    TRANSIT_NUMBER: 'Transitnummer',
  },
  holder: 'Wie die Bank ihn führt.',
  format: (format, example) => `${format}, zum Beispiel ${example}`,
  valid: (types) => `Diese Angaben sind gültig. So kann bezahlt werden: ${types}.`,
  add: 'Empfänger anlegen',
  busy: 'Wird angelegt …',
  check: 'Angaben prüfen',
};

export const useNewBeneficiaryTexts = pageTexts({ en, de });
