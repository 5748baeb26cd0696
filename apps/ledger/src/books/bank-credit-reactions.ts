import type { Messages } from '@corridor/contracts';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { clientLedger } from '../client-ledger/client-ledger.js';
import { type CreditMovement, entriesOf, moveCredit, returning } from './bank-credit.js';
import { ClientMoney } from './client-money.js';

const On = reactionsOf('ledger');

const ofReturn = ({ kind, subjectId }: Messages['payments.submission_requested']) =>
  kind === 'RETURN' ? subjectId : null;

/** Money that the bank has received is in the books from then on, whoever it is for (ADR 63). */
@Controller()
export class BankCreditReactions {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly clientMoney: ClientMoney,
  ) {}

  @On('bank_credit.moved')
  onBankCreditMoved({ data, caller: cause }: Delivered<'bank_credit.moved'>) {
    const { amount, accountNumber } = data;
    const paying = this.clientMoney.accountOf(amount.ccyCode);
    const entries = entriesOf(data, this.clientMoney.accountOf(amount.ccyCode, accountNumber), paying);
    return this.move({ ...data, entries }, cause);
  }

  @On('payments.submission_requested', { concerns: ofReturn })
  async onReturnRequested({ data, recordId: creditId, caller }: Concerning<'payments.submission_requested'>) {
    const [credit] = await this.database.query<{ reference: string }>(
      'SELECT bank_reference AS reference FROM bank_movement WHERE transfer_id = $1',
      [creditId],
    );
    // Of an earlier build: it is not in the books.
    if (!credit) return;
    const movementId = `${data.submissionId}/requested`;
    const entries = returning(data.amount);
    await this.move({ movementId, creditId, bankReference: credit.reference, entries }, caller);
  }

  private move(movement: CreditMovement, cause: Caller) {
    const caller = { ...cause, client: OPERATOR, user: null, apiKeyId: null };
    return this.store.handle(clientLedger, OPERATOR.id, (state) => moveCredit(state, movement), { caller });
  }
}
