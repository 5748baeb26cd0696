import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import type { Reference } from '@corridor/kernel';
import { CLOSING_OWNER } from '@corridor/platform';
import type { ClientLedgerEvent } from './client-ledger/client-ledger.js';
import { isRequested } from './client-ledger/post.js';
import type { ReceivableChanged } from './client-ledger/receivable.js';
import { completed } from './transaction/transaction.view.js';

/** The public messages of the ledger. */
export function publish({ event, ...recorded }: Recorded<ClientLedgerEvent>): Message | null {
  const { client } = recorded.caller;
  switch (event.type) {
    case 'wallet_opened':
      return message('ledger.wallet_opened', { walletId: event.walletId, client, ccyCode: event.ccyCode });
    case 'wallet_moved':
      return message('transaction.completed', {
        resource: completed(event, client),
        heldFor: event.heldFor ?? null,
      });
    case 'transfer_posted':
      if (event.isPart || !isRequested(event.relatedEntity)) return null;
      return message('ledger.transfer_posted', {
        transferId: event.transferId,
        relatedEntity: event.relatedEntity,
      });
    case 'transfer_declined': {
      const { transferId, relatedEntity, reason } = event;
      return message('ledger.transfer_declined', { transferId, relatedEntity, reason });
    }
    case 'transfers_posted': {
      const { transfers, payment } = event;
      return message('ledger.transfers_posted', { transfers: [...transfers], payment });
    }
    case 'transfers_declined': {
      const { transfers, reason } = event;
      return message('ledger.transfers_declined', { transfers: [...transfers], reason });
    }
    case 'funds_announced':
    case 'funds_cleared':
      return message('ledger.pending_funds_changed', {
        inboundFundsId: event.inboundFundsId,
        isPending: event.type === 'funds_announced',
      });
    case 'funding_account_linked':
      return message('ledger.funding_account_shown', {
        linkedFundingAccountId: event.fundingAccount.id,
        isLinked: true,
      });
    case 'funding_account_unlinked': {
      const { linkedFundingAccountId } = event;
      return message('ledger.funding_account_shown', { linkedFundingAccountId, isLinked: false });
    }
    case 'receivable_changed':
      return receivableChanged(event, client);
    case 'closed':
    case 'closing_declined': {
      const obstacles = event.type === 'closed' ? [] : [...event.obstacles];
      return message('corridor.client_closing', {
        service: CLOSING_OWNER,
        attempt: event.attempt,
        obstacles,
      });
    }
    case 'collection_accounts_attached':
    case 'favourite_set':
      return null;
  }
}

function receivableChanged(
  { receivableId, change, amount, outstanding, relatedEntity: { id, type }, reason }: ReceivableChanged,
  client: Reference,
): Message {
  return message('ledger.receivable_changed', {
    ...{ receivableId, client, change, amount, outstanding, reason },
    conversionId: type === 'CONVERSION' ? id : null,
    inboundFundsId: type === 'INBOUND_FUNDS' ? id : null,
  });
}
