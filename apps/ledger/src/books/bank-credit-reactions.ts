import type { Messages } from '@corridor/contracts';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, asSystem } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { type ClientLedger, clientLedger } from '../client-ledger/client-ledger.js';
import { type CreditMovement, entriesOf, exceeding, moveCredit, returning } from './bank-credit.js';
import { ClientMoney } from './client-money.js';
import { moveDebit, movementsOf } from './debit.js';

const On = reactionsOf('ledger');

const ofReturn = ({ kind, subjectId }: Messages['payments.submission_requested']) =>
  kind === 'RETURN' ? subjectId : null;

const ofExcess = ({ kind, subjectId, excess }: Messages['payments.submission_reported']) =>
  kind === 'PAYMENT' && excess ? subjectId : null;
const ofDebit = ({ kind, subjectId }: Messages['payments.submission_reported']) =>
  kind === 'DEBIT' ? subjectId : null;

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
    const { amount, accountNumber, bankAccount } = data;
    const { ccyCode } = amount;
    const told = bankAccount ?? accountNumber;
    // Money of which nobody knows where it is counts at no account.
    const credited = this.clientMoney.isKnown(ccyCode, told) ? told : null;
    const entries = entriesOf(data, credited, this.clientMoney.accountOf(ccyCode));
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

  /** More of a payment has come back than was sent: it is nobody's until a person has asked the bank (ADR 74). */
  @On('payments.submission_reported', { concerns: ofExcess })
  onReturnReported({ data, recordId, caller }: Concerning<'payments.submission_reported'>) {
    const { excess, number, bankReference } = data;
    if (!excess) return;
    // The end-to-end id is in the id of the payment.
    const movementId = `${recordId}/excess/${number}`;
    const entries = exceeding(excess, this.clientMoney.accountOf(excess.ccyCode));
    return this.move(
      { movementId, creditId: recordId, bankReference: bankReference ?? recordId, entries },
      caller,
    );
  }

  @On('payments.submission_reported', { concerns: ofDebit })
  async onDebitReported({ data, streamId, caller: cause }: Concerning<'payments.submission_reported'>) {
    const caller = asSystem(cause, OPERATOR);
    // The reports of a debit come one after the other: nobody posts one of them meanwhile.
    const rows = await this.database.query<{ id: string }>('SELECT id FROM transfer WHERE id = ANY ($1)', [
      Object.values(movementsOf(streamId)),
    ]);
    const posted = new Set(rows.map(({ id }) => id));
    const bankAccount = data.debited && this.clientMoney.accountOf(data.debited.ccyCode);
    const move = (state: ClientLedger) => moveDebit(state, streamId, data, { bankAccount, posted });
    return this.store.handle(clientLedger, OPERATOR.id, move, { caller });
  }

  private move(movement: CreditMovement, cause: Caller) {
    const caller = asSystem(cause, OPERATOR);
    return this.store.handle(clientLedger, OPERATOR.id, (state) => moveCredit(state, movement), { caller });
  }
}
