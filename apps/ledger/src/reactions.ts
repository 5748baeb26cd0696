import type { Messages } from '@corridor/contracts';
import { Database, EventStore } from '@corridor/event-store';
import { type Caller, Clock, fromResource, nowFor } from '@corridor/kernel';
import { relatedFunds } from '@corridor/ledger-contract';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { ClientMoney } from './books/client-money.js';
import { clientLedger } from './client-ledger/client-ledger.js';
import { close } from './client-ledger/closing.js';
import { CountedFunds } from './client-ledger/counted-funds.js';
import { linkFundingAccount, unlinkFundingAccount } from './client-ledger/funding-accounts.js';
import { HoldsFor } from './client-ledger/holds-for.js';
import { announceFunds, clearFunds } from './client-ledger/pending-funds.js';
import { type Circumstances, HoldsUnknown } from './client-ledger/post.js';
import { takeBack } from './client-ledger/receivables.js';
import { RepeatedRequests } from './client-ledger/repeated-requests.js';
import {
  CountedUnknown,
  PostedUnknown,
  type Transfer,
  type Transfers,
  transfer,
  transferAll,
} from './client-ledger/transfer.js';
import { attachCollectionAccounts } from './client-ledger/wallet-commands.js';

const On = reactionsOf('ledger');

/** Null if the credit follows: then the money would be pending for no time. */
const ofPending = ({ resource, isCreditedAtOnce }: Messages['inbound_funds.pending']) =>
  isCreditedAtOnce ? null : resource.id;

/**
 * The ledger does not depend on other services: it moves money for any sender, in the ledger of the client of the
 * request.
 */
@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly countedFunds: CountedFunds,
    private readonly holdsFor: HoldsFor,
    private readonly repeatedRequests: RepeatedRequests,
    private readonly clientMoney: ClientMoney,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * What is counted as pending is read only if the client has pending funds in the currency, and what is held for the transfer
   * only if it debits a wallet with held money, or if an earlier build has posted the transfer before. What became of the request
   * before is read after the database has refused to post it.
   */
  @On('ledger.transfer_requested')
  async onTransferRequested({ data, caller, isRetry }: Delivered<'ledger.transfer_requested'>) {
    const request = this.clientMoney.placed(data);
    let order: Transfer = {
      request,
      ...(await this.circumstances(caller, isRetry, [request.transferId])),
    };
    const { id } = caller.client;
    for (;;)
      try {
        return await this.store.handle(clientLedger, id, (state) => transfer(state, order), { caller });
      } catch (error) {
        if (error instanceof CountedUnknown)
          order = { ...order, ...(await this.countedFunds.find(id, request.transferId)) };
        else order = { ...order, ...(await this.known(error, id, [request.transferId])) };
      }
  }

  @On('ledger.transfers_requested')
  async onTransfersRequested({ data, caller, isRetry }: Delivered<'ledger.transfers_requested'>) {
    const transfers = data.transfers.map((one) => this.clientMoney.placed(one));
    const request = { ...data, transfers };
    const { id } = caller.client;
    const ids = request.transfers.map(({ transferId }) => transferId);
    let order: Transfers = { request, ...(await this.circumstances(caller, isRetry, ids)) };
    for (;;)
      try {
        return await this.store.handle(clientLedger, id, (state) => transferAll(state, order), { caller });
      } catch (error) {
        order = { ...order, ...(await this.known(error, id, ids)) };
      }
  }

  @On('ledger.take_back_requested')
  async onTakeBackRequested({ data, caller, isRetry }: Delivered<'ledger.take_back_requested'>) {
    const { id } = caller.client;
    let met = await this.circumstances(caller, isRetry, [data.transferId]);
    for (;;)
      try {
        return await this.store.handle(clientLedger, id, (state) => takeBack(state, data, met), { caller });
      } catch (error) {
        met = { ...met, ...(await this.known(error, id, [data.transferId])) };
      }
  }

  @On('inbound_funds.pending', { concerns: ofPending })
  async onInboundFundsPending({ data, recordId, caller }: Concerning<'inbound_funds.pending'>) {
    const { reference, narrative, creditsOn, sender, amount } = data.resource;
    const { id } = caller.client;
    const funds = {
      inboundFundsId: recordId,
      amount: fromResource(amount),
      reason: narrative,
      relatedEntity: relatedFunds({ id: recordId, reference, senderName: sender.name }),
      creditsOn,
      now: nowFor(caller, this.clock),
      ...(await this.countedFunds.find(id, recordId)),
    };
    await this.store.handle(clientLedger, id, (state) => announceFunds(state, funds), { caller });
  }

  @On('inbound_funds.rejected')
  async onInboundFundsRejected({ data: { resource }, caller }: Delivered<'inbound_funds.rejected'>) {
    const { id } = caller.client;
    const { counted } = await this.countedFunds.find(id, resource.id);
    const funds = { inboundFundsId: resource.id, counted };
    await this.store.handle(clientLedger, id, (state) => clearFunds(state, funds), { caller });
  }

  @On('inbound_funds.collection_accounts_issued')
  onCollectionAccountsIssued({ data, caller }: Delivered<'inbound_funds.collection_accounts_issued'>) {
    return this.store.handle(
      clientLedger,
      caller.client.id,
      (state) => attachCollectionAccounts(state, data),
      {
        caller,
      },
    );
  }

  @On('inbound_funds.funding_account_linked')
  onFundingAccountLinked({ data, caller }: Delivered<'inbound_funds.funding_account_linked'>) {
    const { id } = caller.client;
    return this.store.handle(clientLedger, id, (state) => linkFundingAccount(state, data), { caller });
  }

  @On('inbound_funds.funding_account_unlinked')
  onFundingAccountUnlinked({ data, caller }: Delivered<'inbound_funds.funding_account_unlinked'>) {
    const { id } = caller.client;
    return this.store.handle(clientLedger, id, (state) => unlinkFundingAccount(state, data), { caller });
  }

  /** The last service to be asked, and the one that decides. */
  @On('corridor.client_closing', { concerns: ({ service }) => (service === 'ledger' ? 'closing' : null) })
  onClientClosing({ data, caller }: Concerning<'corridor.client_closing'>) {
    return this.store.handle(clientLedger, caller.client.id, (state) => close(state, data), { caller });
  }

  /** What a decision needs, by the log. @throws the error, if it is another one */
  private async known(
    error: unknown,
    clientId: string,
    transferIds: readonly string[],
  ): Promise<Pick<Circumstances, 'holds' | 'posted'>> {
    if (error instanceof HoldsUnknown)
      return { holds: await this.holdsFor.find(clientId, transferIds, error.needs) };
    if (error instanceof PostedUnknown) return { posted: await this.postedAmong(error.ids) };
    throw error;
  }

  /** The client's stream is locked since the decision, so nobody posts one of them meanwhile. */
  private async postedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>('SELECT id FROM transfer WHERE id = ANY ($1)', [
      ids,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  private async circumstances(
    caller: Caller,
    isRetry: boolean,
    transferIds: readonly string[],
  ): Promise<Circumstances> {
    return {
      ...(isRetry && { before: await this.repeatedRequests.find(caller, transferIds) }),
      now: nowFor(caller, this.clock),
      newId: (prefix, place) =>
        place
          ? this.ids.nextOf(prefix, { id: place.transferId, part: String(place.index) }, caller)
          : this.ids.next(prefix),
    };
  }
}
