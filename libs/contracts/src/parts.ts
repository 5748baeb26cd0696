import type { TObject, TProperties } from 'typebox';
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
  textLike,
  timestamp,
  type RecordOf,
} from './schema.js';

/** Parts shared by several records (interface-spec 2.1). */

export const money = named('Money', {
  ccyCode,
  value: number('The exact decimal, with at most as many decimals as the currency has.'),
});

export const clientReference = named('ClientReference', {
  id: id('cli'),
  name: textLike('Northwind Imports Ltd'),
});

/** A named record of a client as staff read it. */
export function ofClient<Fields extends TProperties>(record: TObject<Fields>) {
  const { title, description } = record as { readonly title?: string; readonly description?: string };
  return named(`${title}OfClient`, { ...record.properties, clientId: id('cli') }, description);
}

/** The entries of a status history, with the statuses of this record. */
export const historyOf = <const States extends readonly string[]>(...states: States) =>
  listOf(part({ status: oneOf(...states), ...entry }, 'One entry for each status reached, oldest first.'));

export const entry = { statusReason: nullable(textLike('Settled')), occurredOn: timestamp };

const auditEntry = named('AuditEntry', {
  by: nullable(
    part(
      { id: id('cu'), name: textLike('Grace Hopper') },
      'The user of the client; null if Corridor acted on its own.',
    ),
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
  lines: listOf(textLike('Hauptstrasse 1')),
  city: nullable(textLike('Berlin')),
  state: nullable(textLike('Berlin')),
  postalCode: nullable(textLike('10115')),
  countryCode,
});
