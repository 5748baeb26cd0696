import { createReadModel, migrationOf } from '@corridor/event-store';

export const Payments1700000004000 = migrationOf(
  'Payments1700000004000',
  [
    ...createReadModel('payment_instruction'),
    ...createReadModel('payment'),
    ...createReadModel('beneficiary'),
    ...createReadModel('beneficiary_snapshot'),

    // Instructions for the PRODUCTION automation.
    `CREATE INDEX payment_instruction_waiting ON payment_instruction (id)
   WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')`,

    // The instruction of a payment, from the request of its funds on.
    `CREATE TABLE payment_order (
    payment_id             text PRIMARY KEY,
    payment_instruction_id text NOT NULL
  )`,

    // The last published quotes.
    `CREATE TABLE last_rates (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    quotes json NOT NULL
  )`,
  ],
  'the snapshots of paid beneficiaries are never dropped',
);
