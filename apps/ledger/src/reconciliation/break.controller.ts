import { EventStore, ReadModels } from '@corridor/event-store';
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
  Requires,
  Returns,
  TheCaller,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { type BreakLevelsResource, schemas } from '@corridor/ledger-contract';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type State, bankBreak, explain } from './bank-break.js';
import { FoundBreaks } from './found-breaks.js';
import { bankStatements, breaks } from './views.js';

export class ExplanationBody {
  @IsText({ max: 500 })
  reason: string;
}

/** Where the banks and the books disagree (ADR 65). */
@ApiTags('Books')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/books')
export class BreakController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly found: FoundBreaks,
  ) {}

  @Operation(
    'getBreakLevels',
    'Returns how many breaks are open',
    'With the day of the oldest, and of the newest statement of each bank account.',
  )
  @Returns(schemas.breakLevels)
  @Requires('books:read')
  @Get('breaks/levels')
  levels(): Promise<BreakLevelsResource> {
    return this.found.levels();
  }

  @Operation('getBreak', 'Returns a break', 'Not found means that the bank and the books agree by now.')
  @Returns(schemas.bankBreak)
  @Requires('books:read')
  @Get('breaks/:id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(breaks, id, caller);
  }

  @Operation(
    'explainBreak',
    'Explains a break',
    'It is left as it is; another reason replaces the former one. To correct the books, post an adjustment with its `breakId` instead.',
  )
  @Returns(schemas.bankBreak)
  @Requires('books:write')
  @FourEyes('adjustment')
  @Idempotent()
  @Post('breaks/:id/explain')
  async explain(
    @Param('id') id: string,
    @Body() { reason }: ExplanationBody,
    @Command() command: CommandContext,
  ) {
    const found = await this.found.find(id);
    if (!found) throw refuse('not_found');
    const { kind, bankAccount, ccyCode, difference, day } = found.record;
    secondPerson(
      command,
      'adjustment',
      `${kind} of ${ccyCode} ${difference} at ${bankAccount} on ${day} stays as it is: ${quoted(reason)}`,
    );
    return this.store.handle(bankBreak, id, (state: State) => explain(state, { ...found, reason }), {
      ...command,
      response: { id, view: breaks },
    });
  }

  @Operation('getBankStatement', 'Returns a statement of a bank, next to the books of its day')
  @Returns(schemas.bankStatement)
  @Requires('books:read')
  @Get('bank-statements/:id')
  statement(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(bankStatements, id, caller);
  }
}

export const BreakSearches = operatorSearches(breaks, {
  path: 'books/breaks',
  tag: 'Books',
  operation: 'searchBreaks',
  words: 'where the banks and the books disagree',
});

export const BankStatementSearches = operatorSearches(bankStatements, {
  path: 'books/bank-statements',
  tag: 'Books',
  operation: 'searchBankStatements',
  words: 'the statements of the banks, next to the books of their days',
});
