import { schemas } from '@corridor/inbound-funds-contract';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  IsMoney,
  IsOneOf,
  IsOptionalField,
  NonProduction,
  Operation,
  Refuses,
  Requires,
} from '@corridor/http';
import { type Money, refuse } from '@corridor/kernel';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ReceivingAccounts } from '../collection-accounts/receiving-accounts.js';
import { SimulatedArrivals } from '../simulated-arrivals.js';
import { LinkedAccounts, mustBeLinked, pulledFrom } from './linked-accounts.js';

const CCY_CODE = 'USD';

export class PullBody {
  @IsMoney(() => CCY_CODE)
  amount: Money;

  @ApiProperty({
    description:
      'CREDIT (the default): the wallet is credited. PENDING: the funds wait for the simulators of inbound funds. RETURN: the other bank returns the request, and the funds are REJECTED.',
  })
  @IsOptionalField()
  @IsOneOf(['CREDIT', 'PENDING', 'RETURN'])
  outcome: 'CREDIT' | 'PENDING' | 'RETURN' | null;
}

/** Simulates the ACH network in the sandbox. */
@ApiTags('Simulators')
@NonProduction()
@Extension()
@Controller('v1/simulators/linked-funding-accounts/:id')
export class LinkedFundingAccountSimulatorController {
  constructor(
    private readonly linked: LinkedAccounts,
    private readonly accounts: ReceivingAccounts,
    private readonly arrivals: SimulatedArrivals,
  ) {}

  @Operation(
    'simulateAchPull',
    'Pulls money from a linked funding account',
    'Creates inbound funds in USD with the account as their sender, and credits the wallet. With the optional `outcome` the funds can also stay PENDING or be returned.',
  )
  @Returns(schemas.inboundFunds)
  @Refuses('illegal_transition', 'wallet_full', 'step_parked')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('pull')
  async pull(@Param('id') id: string, @Body() body: PullBody, @Command() command: CommandContext) {
    const { caller } = command;
    const from = await this.linked.one(id, caller);
    const account = await this.accounts.first(caller.client.id, CCY_CODE);
    if (!account) throw refuse('not_found', `The client has no ${CCY_CODE} wallet.`);
    const arrival = {
      ...{ ...account, ...pulledFrom(from) },
      amount: body.amount,
      outcome: body.outcome ?? 'CREDIT',
    };
    return this.arrivals.receive(arrival, command, () => mustBeLinked(from));
  }
}
