import { migrationOf } from '@corridor/event-store';

/**
 * The records with their current beneficiary until they end. The text of a record is changed in that place alone. A
 * beneficiary of version 1 is as the record has it.
 */
const viewOf = (table: string, open: string): string => `
  CREATE VIEW ${table}_now AS
  SELECT own.id, own.client_id, CASE
    WHEN own.status IN (${open}) AND of.id IS NOT NULL AND of.stream_version IS DISTINCT FROM 1 THEN replace(
      own.data::text,
      '"beneficiary":' || (own.data -> 'beneficiary')::text,
      '"beneficiary":{"id":' || (of.data -> 'id')::text || ',"displayName":' || (of.data -> 'displayName')::text
        || ',"bankCountryCode":' || (of.data -> 'bankAccount' -> 'bankCountryCode')::text || ',"bankAccount":null}'
    )::json
    ELSE own.data END AS data
  FROM ${table} AS own LEFT JOIN beneficiary AS of ON of.id = own.beneficiary_id`;

/** Instructions and payments show the current beneficiary; the texts of an instruction are no longer those of its creation. */
export const CurrentBeneficiaries1700000052000 = migrationOf(
  'CurrentBeneficiaries1700000052000',
  [
    viewOf('payment_instruction', `'PENDING', 'ACKNOWLEDGED', 'FILLED'`),
    viewOf('payment', `'DRAFT', 'READY_TO_SEND'`),
    `CREATE FUNCTION payment_instruction_payee() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       UPDATE payment_instruction_text
       SET beneficiary_display_name = upper((NEW.data #>> '{beneficiary,displayName}') COLLATE "und-x-icu")
       WHERE id = NEW.id;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER payment_instruction_payee AFTER UPDATE ON payment_instruction FOR EACH ROW
     WHEN ((OLD.data #>> '{beneficiary,displayName}') IS DISTINCT FROM (NEW.data #>> '{beneficiary,displayName}'))
     EXECUTE FUNCTION payment_instruction_payee()`,
  ],
  'records are read from these views',
);
