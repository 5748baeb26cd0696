import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { asSystem } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { WalletAccounts } from './collection-accounts/wallet-accounts.js';
import {
  confirmCredit,
  confirmTakeBack,
  debitReported,
  declineCredit,
  inboundFunds,
  noteCounted,
  fundsOf,
  takeBackIdOf,
} from './inbound-funds/inbound-funds.js';
import { linkedFundingAccount, noteShown } from './linked-funding-accounts/linked-funding-account.js';

const On = reactionsOf('inbound-funds');

const ofInboundFunds = ({ transferId, relatedEntity }: Messages['ledger.transfer_posted']) =>
  relatedEntity.type === 'INBOUND_FUNDS' ? fundsOf(transferId) : null;
const ofDebit = ({ kind, subjectId }: Messages['payments.submission_reported']) =>
  kind === 'DEBIT' ? subjectId : null;

const ofWallet = ({ walletId }: Messages['ledger.wallet_opened']) => walletId;
const ofFundingAccount = ({ linkedFundingAccountId }: Messages['ledger.funding_account_shown']) =>
  linkedFundingAccountId;
const ofCounted = ({ inboundFundsId }: Messages['ledger.pending_funds_changed']) => inboundFundsId;

@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: WalletAccounts,
  ) {}

  @On('ledger.wallet_opened', { concerns: ofWallet })
  onWalletOpened({ data, occurredOn: openedOn, caller }: Concerning<'ledger.wallet_opened'>) {
    return this.accounts.give({ ...data, openedOn }, caller);
  }

  @On('ledger.pending_funds_changed', { concerns: ofCounted })
  onPendingFundsChanged({ data, recordId, caller }: Concerning<'ledger.pending_funds_changed'>) {
    return this.store.handle(inboundFunds, recordId, (state) => noteCounted(state, data), { caller });
  }

  @On('ledger.funding_account_shown', { concerns: ofFundingAccount })
  onFundingAccountShown({ data, recordId, caller }: Concerning<'ledger.funding_account_shown'>) {
    return this.store.handle(linkedFundingAccount, recordId, (state) => noteShown(state, data), { caller });
  }

  @On('ledger.transfer_posted', { concerns: ofInboundFunds })
  onTransferPosted({ data, recordId, caller }: Concerning<'ledger.transfer_posted'>) {
    const confirm = data.transferId === takeBackIdOf(recordId) ? confirmTakeBack : confirmCredit;
    return this.store.handle(inboundFunds, recordId, confirm, { caller });
  }

  @On('ledger.transfer_declined', { concerns: ofInboundFunds })
  onTransferDeclined({ data, recordId, caller }: Concerning<'ledger.transfer_declined'>) {
    return this.store.handle(inboundFunds, recordId, (state) => declineCredit(state, data), { caller });
  }

  /** Of a debit of a linked account: the client is that of the funds, which the bank does not know. */
  @On('payments.submission_reported', { concerns: ofDebit })
  onSubmissionReported({ data, recordId, caller: by }: Concerning<'payments.submission_reported'>) {
    if (!data.client) throw new Error(`${recordId} is pulled for nobody`);
    const caller = asSystem(by, data.client);
    return this.store.handle(inboundFunds, recordId, (state) => debitReported(state, data), { caller });
  }
}
