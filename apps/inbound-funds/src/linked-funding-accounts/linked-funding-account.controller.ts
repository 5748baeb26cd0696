import { schemas } from '@corridor/inbound-funds-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  recordsForStaff,
  searches,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReceivingAccounts } from '../collection-accounts/receiving-accounts.js';
import { LinkedFundingAccountBody } from './linked-funding-account.body.js';
import { linkedBy } from './linked-accounts.js';
import { type State, link, linkedFundingAccount, outcomeOnWallet, unlink } from './linked-funding-account.js';
import { linkedFundingAccounts } from './linked-funding-account.view.js';

/** interface-spec 1 and 2.3 name these accounts and no route; all of them are extensions. */
@ApiTags('Linked funding accounts')
@Extension()
@Controller('v1/linked-funding-accounts')
export class LinkedFundingAccountController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly database: Database,
    private readonly accounts: ReceivingAccounts,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'linkFundingAccount',
    'Links a bank account to a wallet',
    'An account at another bank, from which money is pulled into the USD wallet by ACH. A client has at most 10, and links each once at a time. Responses show the last four digits of its number.',
  )
  @Returns(schemas.linkedFundingAccount)
  @Refuses('not_found', 'already_exists', 'limit_reached')
  @Requires('inbound-funds:write')
  @Idempotent()
  @Post()
  async link(@Body() body: LinkedFundingAccountBody, @Command() command: CommandContext) {
    const { id: clientId } = command.caller.client;
    if (!(await this.accounts.first(clientId, body.ccyCode)))
      throw refuse('not_found', `The client has no ${body.ccyCode} wallet.`);
    const id = this.ids.next('lfa', command);
    const response = await this.database.exclusively(
      `linked funding accounts of ${clientId}`,
      async (sql) => {
        const linked = await linkedBy(sql, clientId);
        const decide = (state: State) => link(state, { ...body }, linked);
        return this.store.handle(linkedFundingAccount, id, decide, command);
      },
    );
    if (!response.replayed) await this.untilShown(id, command);
    return response;
  }

  private untilShown(id: string, { caller }: CommandContext) {
    return this.store.handleAndSettle(linkedFundingAccount, id, () => [], { caller, ...shown });
  }

  @Operation('getLinkedFundingAccount', 'Returns a linked funding account')
  @Returns(schemas.linkedFundingAccount)
  @Requires('inbound-funds:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(linkedFundingAccounts, id, caller);
  }

  @Operation(
    'unlinkFundingAccount',
    'Unlinks a bank account',
    'Permanently: no money is pulled from it any more, and the wallet does not show it.',
  )
  @Returns(schemas.linkedFundingAccount)
  @Refuses('illegal_transition')
  @Requires('inbound-funds:write')
  @Idempotent()
  @Post(':id/unlink')
  async unlink(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(linkedFundingAccounts, id, command.caller);
    return this.store.handleAndSettle(linkedFundingAccount, id, unlink, { ...command, ...shown });
  }
}

/** Complete when the wallet shows it, or does not any more. If the ledger is unavailable, the wait is short. */
const shown = { outcome: outcomeOnWallet, timeoutMs: 2_000, onTimeout: 'respond' } as const;

export const LinkedFundingAccountSearches = searches(linkedFundingAccounts, {
  tag: 'Linked funding accounts',
  operation: 'searchLinkedFundingAccounts',
  words: 'the linked funding accounts',
  isExtension: true,
});

export const LinkedFundingAccountRecords = recordsForStaff(linkedFundingAccounts, 'a linked funding account');
