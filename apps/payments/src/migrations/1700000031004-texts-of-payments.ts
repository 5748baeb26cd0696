import { addTexts } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches for parts of the texts of instructions, payments and beneficiaries. */
export class TextsOfPayments1700000031004 implements MigrationInterface {
  readonly name = 'TextsOfPayments1700000031004';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these texts');
  }
}

const statements = [
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
];
