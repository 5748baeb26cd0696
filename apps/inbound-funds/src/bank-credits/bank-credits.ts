import { bankCreditIdOf } from '@corridor/inbound-funds-contract';
import { type CommandContext, Database, EventStore, type StoredResponse } from '@corridor/event-store';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { AccountOwners } from './account-owners.js';
import { type Line, type State, bankCredit, record } from './bank-credit.js';

/** Where all credits of the bank arrive: those that staff record, and those of files. */
@Injectable()
export class BankCredits {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly owners: AccountOwners,
    private readonly ids: Ids,
  ) {}

  /** Books a line of a statement once, and matches it. @param check throws a Refusal, for example of a line that is known */
  async take(
    line: Line,
    command: CommandContext,
    check: (state: State) => void = () => {},
  ): Promise<StoredResponse> {
    const placed = { ...line, bankAccount: await this.owners.bankAccountOf(line) };
    const owner = await this.owners.ownerOf(placed);
    const match = owner && { ...owner, inboundFundsId: this.ids.next('if', command) };
    const decide = (state: State) => {
      check(state);
      return record(state, placed, match);
    };
    return this.store.handle(bankCredit, bankCreditIdOf(line), decide, command);
  }

  /** The credit that has become these funds; null if it is none of the bank. */
  async of({ id }: { readonly id: string }): Promise<string | null> {
    const [credit] = await this.database.query<{ id: string }>(
      `SELECT id FROM bank_credit WHERE data ->> 'inboundFundsId' = $1`,
      [id],
    );
    return credit?.id ?? null;
  }
}
