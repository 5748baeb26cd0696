import { Database } from '@corridor/event-store';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';

const On = reactionsOf('ledger');

/** Keeps what the banks state. It is compared with the books when all of a statement is here. */
@Controller()
export class StatementReactions {
  constructor(private readonly database: Database) {}

  /** Two statements, however many lines. A part that comes again has no effect. */
  @On('payments.statement_reported')
  async onStatementReported({ data, occurredOn }: Delivered<'payments.statement_reported'>) {
    const { statement, from, lines } = data;
    const { id, statementId, accountNumber, day, opening, closing, lineCount } = statement;
    await this.database.query(
      `INSERT INTO bank_statement (id, statement_id, bank_account, ccy_code, day, opening, closing, line_count, received_on)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET received_on = greatest(bank_statement.received_on, excluded.received_on)`,
      [
        ...[id, statementId, accountNumber, closing.ccyCode, day],
        ...[opening?.minor ?? null, closing.minor, lineCount, occurredOn],
      ],
    );
    await this.database.query(
      `WITH added AS (
         INSERT INTO bank_line (statement_id, number, bank_account, ccy_code, minor, booked_on, value_date, reference, bank_reference, text, total_of)
         SELECT $1, $2 + n, $3, $4, minor, booked_on, value_date, reference, bank_reference, text,
           (SELECT array_agg(one) FROM json_array_elements_text(total_of) AS one)
         FROM unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::json[]) WITH ORDINALITY
           AS line (minor, booked_on, value_date, reference, bank_reference, text, total_of, n)
         ON CONFLICT (statement_id, number) DO NOTHING RETURNING id)
       UPDATE bank_statement SET received = received + (SELECT count(*) FROM added) WHERE id = $1`,
      [
        ...[id, from, accountNumber, closing.ccyCode],
        lines.map(({ amount }) => amount.minor),
        lines.map(({ bookedOn }) => bookedOn),
        lines.map(({ valueDate }) => valueDate),
        lines.map(({ reference }) => reference),
        lines.map(({ bankReference }) => bankReference),
        lines.map(({ text }) => text),
        lines.map(({ totalOf }) => totalOf && JSON.stringify(totalOf)),
      ],
    );
  }
}
