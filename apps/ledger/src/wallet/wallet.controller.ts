import { type WalletResource, schemas } from '@corridor/ledger-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  IsCurrencyCode,
  IsFlag,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import { type Caller, type Refusal, isCurrency, refuse } from '@corridor/kernel';
import { mayBe } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { clientLedger } from '../client-ledger/client-ledger.js';
import { openWallet, setFavourite } from '../client-ledger/wallet-commands.js';
import { KnownPolicy } from './known-policy.js';
import { wallets } from './wallet.view.js';

export class OpenWalletBody {
  @IsCurrencyCode()
  ccyCode: string;
}

export class WalletSettingsBody {
  @IsFlag()
  isFavourite: boolean;
}

/** Collection accounts come from another service, which may be away; the open wallet is returned even without them. */
const COLLECTION_ACCOUNTS_TIMEOUT_MS = 5_000;

/** interface-spec 4.4 */
@ApiTags('Wallets')
@Controller('v1/wallets')
export class WalletController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
    private readonly policy: KnownPolicy,
  ) {}

  @Operation(
    'openWallet',
    'Opens a wallet in a currency',
    'Its collection accounts are issued at once and are part of the next read, unless it has to wait for them because none is free.',
  )
  @Returns(schemas.wallet)
  @Refuses('wallet_exists')
  @Requires('wallets:write')
  @Idempotent()
  @Post()
  async open(@Body() { ccyCode }: OpenWalletBody, @Command() command: CommandContext) {
    const policy = await this.policy.now();
    const walletId = this.ids.next('wal', command);
    return this.store.handleAndSettle(
      clientLedger,
      command.caller.client.id,
      (state) => {
        if (!mayBe(policy, ccyCode, 'held')) throw notHeld(ccyCode);
        return openWallet(state, { walletId, ccyCode });
      },
      {
        ...command,
        response: { view: wallets, id: walletId, as: asNew },
        outcome: (state) => (state.wallets[ccyCode]?.accountsRevision ? 'done' : 'pending'),
        timeoutMs: COLLECTION_ACCOUNTS_TIMEOUT_MS,
        onTimeout: 'respond',
      },
    );
  }

  @Operation('getWallet', 'Returns a wallet', 'By its id or by its currency code.')
  @Returns(schemas.wallet)
  @Requires('wallets:read')
  @Get(':idOrCcyCode')
  one(@Param('idOrCcyCode') idOrCcyCode: string, @TheCaller() caller: Caller) {
    return this.readModels.one(wallets, idOrCcyCode, caller, isCurrency(idOrCcyCode) ? 'ccy_code' : 'id');
  }

  @Operation(
    'changeWalletSettings',
    'Sets whether a wallet is a favourite',
    'Returns the wallet. Nothing else depends on it.',
  )
  @Returns(schemas.wallet)
  @Requires('wallets:write')
  @Idempotent()
  @Put(':id/settings')
  settings(
    @Param('id') walletId: string,
    @Body() { isFavourite }: WalletSettingsBody,
    @Command() command: CommandContext,
  ) {
    return this.store.handle(
      clientLedger,
      command.caller.client.id,
      (state) => setFavourite(state, { walletId, isFavourite }),
      { ...command, response: { view: wallets, id: walletId } },
    );
  }
}

function notHeld(ccyCode: string): Refusal {
  const detail = `Wallets in ${ccyCode} are refused.`;
  const issue = { pointer: '#/ccyCode', code: 'currency_refused', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

/** The response for a new wallet has no collection accounts (interface-spec 2.3); the next read has them. */
const asNew = (wallet: WalletResource): WalletResource => ({ ...wallet, collectionAccounts: [] });

export const WalletSearches = searches(wallets, {
  tag: 'Wallets',
  operation: 'searchWallets',
  words: 'the wallets',
});

export const WalletRecords = recordsForStaff(wallets, 'a wallet', schemas.wallet);
