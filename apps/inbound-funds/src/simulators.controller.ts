import { schemas } from '@corridor/inbound-funds-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  Idempotent,
} from '@corridor/http';
import { type Environment, refuse } from '@corridor/kernel';
import { Controller, Param, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReceivingAccounts } from './collection-accounts/receiving-accounts.js';
import { localRoutes } from './collection-accounts/routes.js';
import { counted, inboundFunds } from './inbound-funds/inbound-funds.js';
import { inboundFundsView } from './inbound-funds/inbound-funds.view.js';
import { LinkedFundingAccountSimulatorController } from './linked-funding-accounts/linked-funding-account-simulator.controller.js';
import { SimulatedArrivals, credited, next, returned } from './simulated-arrivals.js';
import { SimulatedCredit, senderOf } from './simulated-credit.js';

function noLocalAccount(ccyCode: string) {
  const detail = `${ccyCode} has only the international account.`;
  const issue = { pointer: '#/receivingAccount', code: 'not_available', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

/** interface-spec 4.8: simulates senders and their banks in the sandbox. */
@ApiTags('Simulators')
@NonProduction()
@Controller('v1/simulators/inbound-funds')
export class SimulatorsController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly accounts: ReceivingAccounts,
    private readonly arrivals: SimulatedArrivals,
  ) {}

  @Operation(
    'simulateInboundFunds',
    'Simulates money received on a collection account',
    'Credits the wallet of the currency. With the optional `outcome` the funds can also stay PENDING or be rejected. The optional `receivingAccount` chooses the local or the international collection account of the wallet.',
  )
  @Returns(schemas.inboundFunds)
  @Refuses('wallet_full', 'step_parked')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('credit')
  async credit(@Body() body: SimulatedCredit, @Command() command: CommandContext) {
    const { ccyCode, amount, narrative, sender } = body;
    const outcome = body.outcome ?? 'CREDIT';
    const account = await this.receivingAccount(body, command.caller.client.id);
    if (!account) throw refuse('not_found', `The client has no ${ccyCode} wallet.`);
    const arrival = { ...account, amount, narrative, sender: senderOf(sender), outcome };
    return this.arrivals.receive(arrival, command);
  }

  private receivingAccount({ ccyCode, receivingAccount }: SimulatedCredit, clientId: string) {
    if (receivingAccount === 'INTERNATIONAL') return this.accounts.international(clientId, ccyCode);
    if (receivingAccount === 'LOCAL' && !localRoutes[ccyCode]) throw noLocalAccount(ccyCode);
    return this.accounts.first(clientId, ccyCode);
  }

  @Operation(
    'simulateCredit',
    'Credits PENDING inbound funds',
    'PENDING becomes CREDITED: the wallet is credited.',
  )
  @Extension()
  @Returns(schemas.inboundFunds)
  @Refuses('illegal_transition', 'step_in_progress', 'wallet_full')
  @Requires('simulators:execute')
  @Idempotent()
  @Post(':id/credit')
  async creditPending(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(inboundFundsView, id, command.caller);
    return this.store.handleAndSettle(inboundFunds, id, next.CREDIT, { ...command, ...credited });
  }

  @Operation(
    'simulateRejection',
    'Returns PENDING inbound funds to their sender',
    'PENDING becomes REJECTED: the wallet is not credited.',
  )
  @Extension()
  @Returns(schemas.inboundFunds)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post(':id/reject')
  async rejectPending(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(inboundFundsView, id, command.caller);
    return this.store.handleAndSettle(inboundFunds, id, next.REJECT, { ...command, ...counted });
  }

  @Operation(
    'simulateReturn',
    'Returns CREDITED inbound funds that were pulled from a linked funding account',
    'CREDITED becomes REJECTED: its bank has returned the debit. The amount is taken back from the wallet; what the wallet does not have is owed.',
  )
  @Extension()
  @Returns(schemas.inboundFunds)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post(':id/return')
  async returnCredited(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(inboundFundsView, id, command.caller);
    return this.store.handleAndSettle(inboundFunds, id, returned, { ...command, ...credited });
  }
}

/** None in PRODUCTION: there these routes do not exist. */
export const simulatorsIn = (environment: Environment): Type[] =>
  environment === 'PRODUCTION' ? [] : [SimulatorsController, LinkedFundingAccountSimulatorController];
