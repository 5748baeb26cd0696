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
import { Clock, type Environment, fold, outcomeOf, referenceOf, refuse, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Param, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReceivingAccounts } from './collection-accounts/receiving-accounts.js';
import { localRoutes } from './collection-accounts/routes.js';
import {
  type InboundFunds,
  type InboundFundsEvent,
  inboundFunds,
  isCountedRight,
  receive,
  reject,
  requestCredit,
} from './inbound-funds/inbound-funds.js';
import { inboundFundsView } from './inbound-funds/inbound-funds.view.js';
import { SimulatedCredit, senderOf } from './simulated-credit.js';

/** The outcome after the receipt. */
const next: Record<NonNullable<SimulatedCredit['outcome']>, (state: InboundFunds) => InboundFundsEvent[]> = {
  CREDIT: requestCredit,
  PENDING: () => [],
  REJECT: (state) => reject(state, { reason: 'Rejected by the simulator' }),
};

/** Complete when the ledger has posted: wallet and transactions show it. */
const credited = { outcome: outcomeOf } as const;

/** Complete when the pending balance of the wallet shows it. If the ledger is unavailable, the wait is short. */
const counted = {
  outcome: (state: InboundFunds) => (isCountedRight(state) ? 'done' : 'pending'),
  timeoutMs: 2_000,
  onTimeout: 'respond',
} as const;

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
    private readonly ids: Ids,
    private readonly clock: Clock,
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
    const id = this.ids.next('if', command);
    const today = todayFor(command.caller, this.clock);
    const receipt = {
      ...account,
      reference: referenceOf(id, today),
      amount,
      narrative,
      creditsOn: today,
      sender: senderOf(sender),
      isCreditedAtOnce: outcome === 'CREDIT',
    };
    const arrive = (state: InboundFunds) => {
      const received = receive(state, receipt);
      return [...received, ...next[outcome](fold(inboundFunds, received))];
    };
    const until = outcome === 'CREDIT' ? credited : counted;
    return this.store.handleAndSettle(inboundFunds, id, arrive, { ...command, ...until });
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
}

/** None in PRODUCTION: there these routes do not exist. */
export const simulatorsIn = (environment: Environment): Type[] =>
  environment === 'PRODUCTION' ? [] : [SimulatorsController];
