import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { DryRunBody, Runs, runSchema } from '@corridor/platform';
import { Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LedgerVerify } from './ledger-verify.js';

/** Whether the ledger is what its log says, as a run (ADR 83). */
@ApiTags('Operations')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/ledger')
export class LedgerVerifyController {
  constructor(private readonly runs: Runs) {
    runs.add(new LedgerVerify(runs.running));
  }

  @Operation(
    'verifyLedger',
    'Compares the ledger with its log',
    'The checks of the proof of the books, the stored states, and the records of wallets and transactions, derived again from the events. The result is OK, or names what differs.',
  )
  @Returns(runSchema)
  @Requires('ops:execute')
  @Idempotent()
  @Post('verify')
  verify(@Body() { dryRun }: DryRunBody, @Command() command: CommandContext) {
    return this.runs.start('ledger-verify', {}, dryRun ?? true, command);
  }
}
