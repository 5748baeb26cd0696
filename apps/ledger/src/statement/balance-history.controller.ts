import {
  Extension,
  IsOptionalField,
  IsWholeNumber,
  Operation,
  Requires,
  Returns,
  TheCaller,
} from '@corridor/http';
import { type Caller, Clock, addDays, todayFor } from '@corridor/kernel';
import { schemas } from '@corridor/ledger-contract';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { BalanceHistories } from './balance-histories.js';

const MOST_DAYS = 366;
const DEFAULT_DAYS = 90;

export class BalanceHistoryQuery {
  @ApiProperty({
    description: `How many days, of which today (UTC) is the last one. Default: ${DEFAULT_DAYS}.`,
  })
  @IsOptionalField()
  @IsWholeNumber({ min: 1, max: MOST_DAYS })
  days: number | null;
}

@ApiTags('Wallets')
@Extension()
@Controller('v1/balance-history')
export class BalanceHistoryController {
  constructor(
    private readonly histories: BalanceHistories,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getBalanceHistory',
    'Returns the balances of all wallets, day by day',
    'For each wallet its balance before the first day, and the balance at the end of each day on which money moved: a day that is not listed has that of the day before. The balances are those of statements; pending funds are not in them.',
  )
  @Returns(schemas.balanceHistory)
  @Requires('transactions:read')
  @Get()
  async get(@Query() { days }: BalanceHistoryQuery, @TheCaller() caller: Caller) {
    const to = todayFor(caller, this.clock);
    return this.histories.of(caller.client.id, { from: addDays(to, 1 - (days ?? DEFAULT_DAYS)), to });
  }
}
