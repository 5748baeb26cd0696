import {
  ccyCode,
  countryCode,
  id,
  integer,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  part,
  text,
  timestamp,
  type RecordOf,
} from './schema.js';

/** Parts shared by several records (interface-spec 2.1). */

export const money = named('Money', {
  ccyCode,
  value: number('The exact decimal, with at most as many decimals as the currency has.'),
});

export const clientReference = named('ClientReference', { id: id('cli'), name: text() });

/** The entries of a status history, with the statuses of this record. */
export const historyOf = <const States extends readonly string[]>(...states: States) =>
  listOf(part({ status: oneOf(...states), ...entry }, 'One entry for each status reached, oldest first.'));

export const entry = { statusReason: nullable(text()), occurredOn: timestamp };

const auditEntry = named('AuditEntry', {
  by: nullable(
    part({ id: id('cu'), name: text() }, 'The user of the client; null if Corridor acted on its own.'),
  ),
  on: timestamp,
  withApiKey: nullable(id('ak')),
});

export const auditHistory = named('AuditHistory', {
  version: integer('1 on creation; increases with each change.'),
  created: auditEntry,
  updated: auditEntry,
});

export const paymentType = oneOf('REGULAR', 'PRIORITY');
export type PaymentType = RecordOf<typeof paymentType>;

export const address = named('Address', {
  lines: listOf(text()),
  city: nullable(text()),
  state: nullable(text()),
  postalCode: nullable(text()),
  countryCode,
});
