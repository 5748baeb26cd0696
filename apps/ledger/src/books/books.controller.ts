import { Database } from '@corridor/event-store';
import {
  ForOperator,
  IsDate,
  IsOptionalField,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  operatorSearches,
} from '@corridor/http';
import { type CalendarDate, Clock, nowOf, todayOf } from '@corridor/kernel';
import {
  type BooksProofResource,
  type SafeguardingResource,
  type TrialBalanceResource,
  schemas,
} from '@corridor/ledger-contract';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { bookAccounts } from './account.view.js';
import { PROOF_TIMEOUT_MS, proofOf } from './proof.js';
import { safeguardingOf } from './safeguarding.js';
import { trialBalanceOf } from './trial-balance.js';

export class AsOfQuery {
  @ApiProperty({ description: 'At the end of this day (UTC). Default: today.' })
  @IsOptionalField()
  @IsDate()
  asOf: CalendarDate | null;
}

/** The books of Corridor (production.md §7, ADR 57). */
@ApiTags('Books')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/books')
export class BooksController {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getTrialBalance',
    'Returns the trial balance of a day',
    'By currency and kind of account, at the end of the day (UTC). Debits and credits are equal.',
  )
  @Returns(schemas.trialBalance)
  @Requires('books:read')
  @Get('trial-balance')
  trialBalance(@Query() { asOf }: AsOfQuery): Promise<TrialBalanceResource> {
    return trialBalanceOf(this.database, asOf ?? todayOf(this.clock));
  }

  @Operation(
    'getSafeguarding',
    'Returns what clients are owed, and what the banks hold',
    'By currency and bank account, at the end of the day (UTC), with what explains the difference.',
  )
  @Returns(schemas.safeguarding)
  @Requires('books:read')
  @Get('safeguarding')
  safeguarding(@Query() { asOf }: AsOfQuery): Promise<SafeguardingResource> {
    return safeguardingOf(this.database, asOf ?? todayOf(this.clock));
  }

  @Operation(
    'proveBooks',
    'Proves the books',
    'Reads the whole ledger and compares the balances with the events that they follow from. One at a time; some seconds for a million postings.',
  )
  @Returns(schemas.booksProof)
  @Requires('books:read')
  @Get('proof')
  proof(): Promise<BooksProofResource> {
    return this.database.exclusively('proof of the books', (sql) => proofOf(sql, nowOf(this.clock)), {
      statementTimeoutMs: PROOF_TIMEOUT_MS,
    });
  }
}

export const BookAccountSearches = operatorSearches(bookAccounts, {
  path: 'books/accounts',
  tag: 'Books',
  operation: 'searchBookAccounts',
  words: 'the accounts of the ledger, with their balances',
});
