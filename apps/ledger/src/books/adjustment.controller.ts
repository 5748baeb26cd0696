import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  OPERATOR,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  checkedBody,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller, Clock, type Reference, moneyText, decodeJson, nowFor, refuse } from '@corridor/kernel';
import { type BookKind, schemas } from '@corridor/ledger-contract';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { type ClientLedger, clientLedger } from '../client-ledger/client-ledger.js';
import { HoldsFor } from '../client-ledger/holds-for.js';
import { type Circumstances, HoldsUnknown } from '../client-ledger/post.js';
import { FoundBreaks } from '../reconciliation/found-breaks.js';
import { settledBy } from '../reconciliation/settled-by.js';
import { AdjustmentBody, adjustmentRules } from './adjustment.body.js';
import { adjust } from './adjustment.js';
import { adjustments } from './adjustment.view.js';
import { NAMES } from './chart.js';
import { ClientMoney } from './client-money.js';

/** Money that staff move between accounts (production.md §7, ADR 57). */
@ApiTags('Books')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/books/adjustments')
export class AdjustmentController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly database: Database,
    private readonly holdsFor: HoldsFor,
    private readonly clientMoney: ClientMoney,
    private readonly foundBreaks: FoundBreaks,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'adjustBooks',
    'Moves money between two accounts',
    'Of one currency. On a wallet it is a transaction that the client sees, with the action ADJUSTMENT and the reason. No wallet gets below zero.',
  )
  @ApiBody({ type: AdjustmentBody })
  @Returns(schemas.adjustment)
  @Refuses('insufficient_funds', 'wallet_full', 'client_closed')
  @Requires('books:write')
  @FourEyes('adjustment')
  @Idempotent()
  @Post()
  async adjust(@Body() sent: unknown, @Command() command: CommandContext) {
    const { clientId, amount, breakId, ...move } = await checkedBody(sent, AdjustmentBody, adjustmentRules);
    const client = clientId === null ? OPERATOR : await this.clientOf(clientId, amount.ccyCode);
    for (const side of ['debitBankAccount', 'creditBankAccount'] as const)
      if (move[side] !== null && !this.clientMoney.isKnown(amount.ccyCode, move[side]))
        throw unknownAccount(side, amount.ccyCode);
    const whose = clientId === null ? '' : ` of ${clientId}`;
    const what = `${moneyText(amount)} from ${nameOf(move.debit, move.debitBankAccount)} to ${nameOf(move.credit, move.creditBankAccount)}`;
    secondPerson(command, 'adjustment', `${what}${whose}: ${quoted(move.reason)}`);
    const caller = { ...command.caller, client };
    const found = breakId === null ? null : await this.foundBreaks.find(breakId);
    const order = { id: this.ids.next('adj', command), amount, ...move };
    const post = (holds?: Circumstances['holds']) =>
      this.store.handle(
        clientLedger,
        client.id,
        (state: ClientLedger) => {
          const settles = breakId === null ? null : settledBy(order, breakId, found);
          return adjust(state, { ...order, settles, ...this.circumstances(caller), holds });
        },
        { ...command, caller, response: { id: order.id, view: adjustments } },
      );
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof HoldsUnknown)) throw error;
      return await post(await this.holdsFor.find(client.id, [], error.needs));
    }
  }

  @Operation('getAdjustment', 'Returns an adjustment')
  @Returns(schemas.adjustment)
  @Requires('books:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(adjustments, id, caller);
  }

  /** Clients are known to the gateway only; a wallet names its own. */
  private async clientOf(clientId: string, ccyCode: string): Promise<Reference> {
    const [wallet] = await this.database.query<{ client: string }>(
      `SELECT (data -> 'client')::text AS client FROM wallet WHERE client_id = $1 AND ccy_code = $2`,
      [clientId, ccyCode],
    );
    if (wallet) return decodeJson<Reference>(wallet.client);
    const issue = {
      pointer: '#/clientId',
      code: 'no_wallet',
      detail: `The client has no ${ccyCode} wallet.`,
    };
    throw refuse('invalid_request', `${issue.pointer}: ${issue.detail}`, { errors: [issue] });
  }

  private circumstances(caller: Caller): Circumstances {
    return {
      now: nowFor(caller, this.clock),
      newId: (prefix, place) =>
        place
          ? this.ids.nextOf(prefix, { id: place.transferId, part: String(place.index) }, caller)
          : this.ids.next(prefix),
    };
  }
}

const nameOf = (kind: BookKind, bankAccount: string | null): string =>
  bankAccount === null ? NAMES[kind] : `${NAMES[kind]} (${bankAccount})`;

function unknownAccount(side: string, ccyCode: string) {
  const issue = {
    pointer: `#/${side}`,
    code: 'unknown',
    detail: `Must be one of the ${ccyCode} accounts in RAIL_ACCOUNTS.`,
  };
  return refuse('invalid_request', `${issue.pointer}: ${issue.detail}`, { errors: [issue] });
}

export const AdjustmentSearches = operatorSearches(adjustments, {
  path: 'books/adjustments',
  tag: 'Books',
  operation: 'searchAdjustments',
  words: 'the adjustments of the ledger',
});
