import type { TransferRequest } from '@corridor/ledger-contract';
import { type BankSettings, bankSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Entry } from '../client-ledger/post.js';

/** At which bank account money of clients moves (ADR 63). */
@Injectable()
export class ClientMoney {
  constructor(
    @Inject(bankSettings.KEY)
    private readonly settings: BankSettings,
  ) {}

  /** The account from which payments in the currency leave; null if the operator has named none. */
  accountOf(ccyCode: string): string | null {
    return this.settings.accounts?.get(ccyCode)?.[0] ?? null;
  }

  /** Whether it is one of the accounts that the operator has named. */
  isKnown(ccyCode: string, account: string): boolean {
    return this.settings.accounts?.get(ccyCode)?.includes(account) ?? false;
  }

  /** The request with the bank accounts of its entries: other services do not know them. */
  placed(request: TransferRequest): TransferRequest & { readonly entries: readonly Entry[] } {
    const entries = request.entries.map((entry) =>
      entry.account === 'settlement'
        ? { ...entry, bankAccount: this.accountOf(entry.amount.ccyCode) }
        : entry,
    );
    return { ...request, entries };
  }
}
