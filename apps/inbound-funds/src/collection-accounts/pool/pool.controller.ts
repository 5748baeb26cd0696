import { type PoolLevelResource, schemas } from '@corridor/inbound-funds-contract';
import { ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  operatorSearches,
  secondPerson,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { accountRequestView } from './account-request.js';
import { poolAccountView } from './pool-account.view.js';
import { linesOf } from './pool-file.js';
import { PoolImports } from './pool-import.js';
import { PoolLevels } from './pool-levels.js';
import { Retirements } from './retirements.js';

const MOST_CHARACTERS = 90_000;

class PoolFileBody {
  @ApiProperty({
    description:
      'The file of the bank as CSV with a header: `currency` (`*` for an account for every currency), `country`, `iban` and `bic`, or `account_number` and `routing_code`, or all four; `bank_name`, `bank_address` (lines separated by `|`), `holder` (empty if it is the client).',
    examples: ['currency,country,iban,bic,bank_name\nEUR,DE,DE89370400440532013000,COBADEFFXXX,Commerzbank'],
  })
  @IsText({ max: MOST_CHARACTERS })
  csv: string;
}

class RetirementBody {
  @IsText({ max: 300 })
  reason: string;
}

/** Pools of virtual accounts (production.md §6). */
@ApiTags('Bank')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/bank/collection-accounts')
export class PoolController {
  constructor(
    private readonly retirements: Retirements,
    private readonly readModels: ReadModels,
    private readonly imports: PoolImports,
    private readonly levels: PoolLevels,
  ) {}

  @Operation(
    'importCollectionAccounts',
    'Imports virtual accounts from a file of the bank',
    'Wallets that wait get theirs. Lines that cannot be used are refused, each with its reason; accounts that are there are left as they are, so the same file can be imported again. Larger files are sent in parts.',
  )
  @Returns(schemas.poolImport)
  @Requires('bank:write')
  @FourEyes('bank')
  @Idempotent()
  @Post('import')
  import(@Body() { csv }: PoolFileBody, @Command() command: CommandContext) {
    const lines = linesOf(csv);
    const accounts = lines.filter(({ account }) => account !== null).length;
    secondPerson(command, 'bank', `Clients can be given ${accounts} accounts to receive money on.`);
    return this.imports.import(lines, command);
  }

  @Operation(
    'getCollectionAccountLevels',
    'Returns how many virtual accounts the pools have',
    'By currency; the accounts for every currency, with the currency null, come last.',
  )
  @Returns(schemas.poolLevels)
  @Requires('bank:read')
  @Get('levels')
  level(): Promise<PoolLevelResource[]> {
    return this.levels.read();
  }

  @Operation('getPoolAccount', 'Returns a virtual account', 'With the client that has it.')
  @Returns(schemas.poolAccount)
  @Requires('bank:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(poolAccountView, id, caller);
  }

  @Operation(
    'retirePoolAccount',
    'Retires a virtual account',
    'For good: nobody is given it any more, and what the bank credits to it waits as UNMATCHED. The wallets that have it show it with `retiredOn`, and get another one as soon as one is free.',
  )
  @Returns(schemas.poolAccount)
  @Refuses('illegal_transition')
  @Requires('bank:write')
  @Idempotent()
  @Post(':id/retire')
  retire(@Param('id') id: string, @Body() body: RetirementBody, @Command() command: CommandContext) {
    return this.retirements.retire(id, body, command);
  }
}

export const PoolSearches = operatorSearches(poolAccountView, {
  tag: 'Bank',
  path: 'bank/collection-accounts',
  operation: 'searchPoolAccounts',
  words: 'the virtual accounts of the pools',
});

export const AccountRequestSearches = operatorSearches(accountRequestView, {
  tag: 'Bank',
  path: 'bank/collection-account-requests',
  operation: 'searchCollectionAccountRequests',
  words: 'the wallets that wait, or have waited, for a collection account',
});
