import { addTexts, migrationOf } from '@corridor/event-store';

/** Searches for parts of the texts of instructions, payments and beneficiaries. */
export const TextsOfPayments1700000031004 = migrationOf(
  'TextsOfPayments1700000031004',
  [
    ...addTexts(
      'payment_instruction',
      'payment_instruction_text',
      { narrative: 'narrative', metadata: 'metadata', beneficiary_display_name: 'beneficiary.displayName' },
      true,
    ),
    ...addTexts('payment', 'payment_text', {
      reference: 'reference',
      narrative: 'narrative',
      metadata: 'metadata',
      beneficiary_display_name: 'beneficiary.displayName',
    }),
    ...addTexts('beneficiary', 'beneficiary_text', {
      display_name: 'displayName',
      email: 'email',
      bank_account_account_holder_name: 'bankAccount.accountHolderName',
      bank_account_account_number: 'bankAccount.accountNumber',
      bank_account_iban: 'bankAccount.iban',
    }),
  ],
  'searches need these texts',
);
