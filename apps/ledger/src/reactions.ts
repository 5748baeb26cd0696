import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { Clock, type IdPrefix, fromResource, timestamp } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { attachCollectionAccounts, clientLedger } from './client-ledger/client-ledger.js';
import { announceFunds, clearFunds } from './client-ledger/pending-funds.js';
import { transfer, transferAll } from './client-ledger/transfer.js';

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
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  @On('ledger.transfer_requested')
  onTransferRequested({ data: request, caller }: Delivered<'ledger.transfer_requested'>) {
    const order = { request, ...this.circumstances() };
    return this.store.handle(clientLedger, caller.client.id, (state) => transfer(state, order), { caller });
  }

  @On('ledger.transfers_requested')
  onTransfersRequested({ data: request, caller }: Delivered<'ledger.transfers_requested'>) {
    const order = { request, ...this.circumstances() };
    return this.store.handle(clientLedger, caller.client.id, (state) => transferAll(state, order), {
      caller,
    });
  }

  @On('inbound_funds.pending', { concerns: ofPending })
  onInboundFundsPending({ data: { resource }, caller }: Concerning<'inbound_funds.pending'>) {
    const funds = { inboundFundsId: resource.id, amount: fromResource(resource.amount) };
    return this.store.handle(clientLedger, caller.client.id, (state) => announceFunds(state, funds), {
      caller,
    });
  }

  @On('inbound_funds.rejected')
  onInboundFundsRejected({ data: { resource }, caller }: Delivered<'inbound_funds.rejected'>) {
    const funds = { inboundFundsId: resource.id };
    return this.store.handle(clientLedger, caller.client.id, (state) => clearFunds(state, funds), { caller });
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

  private circumstances() {
    return { now: timestamp(this.clock.now()), newId: (prefix: IdPrefix) => this.ids.next(prefix) };
  }
}
