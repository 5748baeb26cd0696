import { Readable } from 'node:stream';
import {
  CheckedLater,
  Extension,
  ForOperator,
  IsDate,
  IsOneOf,
  IsOptionalField,
  type MoreRules,
  Operation,
  OperatorGuard,
  type Reply,
  Requires,
  Returns,
  TheCaller,
  checkedQuery,
  sendFile,
} from '@corridor/http';
import {
  type CalendarDate,
  type Caller,
  Clock,
  add,
  addDays,
  fromResource,
  negate,
  nowOf,
  refuse,
  toResource,
  zero,
} from '@corridor/kernel';
import { type StatementResource, type TransactionResource, schemas } from '@corridor/ledger-contract';
import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { camt053Of } from './camt053.js';
import { csvOf } from './csv.js';
import { pdfOf } from './pdf.js';
import { type Period, type StatedWallet, Statements } from './statements.js';

/** Of the transactions in one response; the export has all. */
const MOST = 10_000;
const MOST_DAYS = 366;

@CheckedLater()
class StatementQuery {
  @IsDate()
  from: CalendarDate;

  @IsDate()
  to: CalendarDate;
}

@CheckedLater()
class ExportQuery extends StatementQuery {
  @ApiProperty({
    description:
      '`pdf`: for people. `camt.053`: as banks send it to programs, camt.053.001.08. Default: `csv`.',
  })
  @IsOptionalField()
  @IsOneOf(['csv', 'camt.053', 'pdf'])
  format: 'csv' | 'camt.053' | 'pdf' | null;
}

const periodRules: MoreRules<StatementQuery> = ({ from, to }, isFine) => {
  if (!isFine('?from') || !isFine('?to')) return [];
  if (to < from) return [{ pointer: '?to', code: 'out_of_range', detail: 'Must not be before `from`.' }];
  if (to >= addDays(from, MOST_DAYS))
    return [
      { pointer: '?to', code: 'out_of_range', detail: `Must be within ${MOST_DAYS} days from \`from\`.` },
    ];
  return [];
};
const periodIn = (query: unknown): Promise<Period> => checkedQuery(query, StatementQuery, periodRules);

const PERIOD =
  'Both days are included (UTC). The balances are those of the ledger: opening balance, credits and debits come to the closing balance.';
const EXPORT = `${PERIOD} CSV without a CLOSING row is incomplete. camt.053 and PDF have at most ${MOST} transactions.`;
const EXAMPLE = `type,date,transaction,action,reference,description,reason,debit,credit,balance,currency\r\nOPENING,2026-11-01,,,,,,,,100.00,GBP\r\n`;
const Exported = () =>
  ApiResponse({
    status: 200,
    description:
      'A row with the opening balance, one for each transaction, and one with the closing balance; or the same in XML or PDF.',
    content: {
      'text/csv': {
        schema: { type: 'string' },
        examples: { statement: { summary: 'Its beginning', value: EXAMPLE } },
      },
      'application/xml': { schema: { type: 'string' } },
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    },
  });

/** The same for clients and for staff. */
abstract class Stating {
  constructor(
    protected readonly statements: Statements,
    private readonly clock: Clock,
  ) {}

  protected async state(wallet: StatedWallet, period: Period): Promise<StatementResource> {
    const opening = await this.statements.openingBalance(wallet, period);
    const transactions: TransactionResource[] = [];
    for await (const page of this.statements.transactions(wallet, period)) {
      transactions.push(...page);
      if (transactions.length > MOST) throw tooMany();
    }
    const moved = transactions.map(({ signedAmount }) => fromResource(signedAmount));
    const none = zero(wallet.ccyCode);
    const credits = moved.filter(({ minor }) => minor > 0n).reduce(add, none);
    const debits = moved.filter(({ minor }) => minor < 0n).reduce(add, none);
    const { id, client, ccyCode } = wallet;
    return {
      ...{ client, wallet: { id, ccyCode }, ...period },
      openingBalance: toResource(opening),
      credits: toResource(credits),
      debits: toResource(negate(debits)),
      closingBalance: toResource(add(add(opening, credits), debits)),
      ...{ count: transactions.length, transactions },
    };
  }

  protected async export(
    wallet: StatedWallet,
    { format, ...period }: Period & Pick<ExportQuery, 'format'>,
    reply: Reply,
  ): Promise<void> {
    const name = `statement-${wallet.ccyCode}-${period.from}-${period.to}`;
    if (format === 'camt.053') {
      const text = camt053Of(await this.state(wallet, period), nowOf(this.clock));
      const parts = Readable.from([text]);
      return sendFile(reply, { type: 'application/xml; charset=utf-8', name: `${name}.xml`, parts });
    }
    if (format === 'pdf') {
      const parts = pdfOf(await this.state(wallet, period), nowOf(this.clock));
      return sendFile(reply, { type: 'application/pdf', name: `${name}.pdf`, parts });
    }
    const opening = await this.statements.openingBalance(wallet, period);
    const parts = csvOf(opening, period, this.statements.transactions(wallet, period));
    await sendFile(reply, { type: 'text/csv; charset=utf-8', name: `${name}.csv`, parts });
  }
}

function tooMany() {
  const detail = `The period has more than ${MOST} transactions: shorten it, or export it as CSV.`;
  return refuse('invalid_request', `?to: ${detail}`, {
    errors: [{ pointer: '?to', code: 'too_many', detail }],
  });
}

/** production.md §7 */
@ApiTags('Wallets')
@Controller('v1/wallets/:idOrCcyCode/statements')
export class StatementController extends Stating {
  constructor(statements: Statements, clock: Clock) {
    super(statements, clock);
  }

  @Operation('getStatement', 'Returns the statement of a wallet', PERIOD)
  @Extension()
  @ApiQuery({ type: StatementQuery })
  @Returns(schemas.statement)
  @Requires('transactions:read')
  @Get()
  async get(@Param('idOrCcyCode') name: string, @Query() query: unknown, @TheCaller() { client }: Caller) {
    const period = await periodIn(query);
    return this.state(await this.statements.wallet(client.id, name), period);
  }

  @Operation('exportStatement', 'Exports the statement of a wallet', EXPORT)
  @Extension()
  @ApiQuery({ type: ExportQuery })
  @Exported()
  @Requires('transactions:read')
  @Get('export')
  async csv(
    @Param('idOrCcyCode') name: string,
    @Query() query: unknown,
    @TheCaller() { client }: Caller,
    @Res() reply: Reply,
  ) {
    const order = await checkedQuery(query, ExportQuery, periodRules);
    await this.export(await this.statements.wallet(client.id, name), order, reply);
  }
}

/** The same for a wallet of any client. */
@ApiTags('Records')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/wallets/:id/statements')
export class StatementOfClientController extends Stating {
  constructor(statements: Statements, clock: Clock) {
    super(statements, clock);
  }

  @Operation('getStatementOfClient', 'Returns the statement of a wallet of any client', PERIOD)
  @ApiQuery({ type: StatementQuery })
  @Returns(schemas.statement)
  @Requires('records:read')
  @Get()
  async get(@Param('id') id: string, @Query() query: unknown) {
    const period = await periodIn(query);
    return this.state(await this.statements.wallet(null, id), period);
  }

  @Operation('exportStatementOfClient', 'Exports the statement of a wallet of any client', EXPORT)
  @ApiQuery({ type: ExportQuery })
  @Exported()
  @Requires('records:read')
  @Get('export')
  async csv(@Param('id') id: string, @Query() query: unknown, @Res() reply: Reply) {
    const order = await checkedQuery(query, ExportQuery, periodRules);
    await this.export(await this.statements.wallet(null, id), order, reply);
  }
}
