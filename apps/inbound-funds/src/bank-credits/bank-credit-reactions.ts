import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { asSystem, fold, fromResource, referenceOf } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import {
  type InboundFunds,
  type InboundFundsEvent,
  inboundFunds,
  receive,
  requestCredit,
} from '../inbound-funds/inbound-funds.js';
import { bankCredit, fundsRejected, returnReported } from './bank-credit.js';
import { senderOf } from '../simulated-credit.js';
import { compact } from './account-owners.js';
import { BankCredits } from './bank-credits.js';

const On = reactionsOf('inbound-funds');

const ofReturn = ({ kind, subjectId }: Messages['payments.submission_reported']) =>
  kind === 'RETURN' ? subjectId : null;

/** What becomes of credits of the bank. */
@Controller()
export class BankCreditReactions {
  constructor(
    private readonly store: EventStore,
    private readonly credits: BankCredits,
    private readonly ids: Ids,
  ) {}

  /** Once, also if staff have recorded it from the statement. */
  @On('payments.credit_reported')
  onCreditReported({ data, caller: cause }: Delivered<'payments.credit_reported'>) {
    const caller = asSystem(cause, OPERATOR);
    const line = { ...data, accountNumber: compact(data.accountNumber), sender: senderOf(data.sender) };
    return this.credits.take(line, { caller });
  }

  /** In PRODUCTION the funds wait until their sender is screened; in the SANDBOX they are credited at once. */
  @On('bank_credit.matched')
  onBankCreditMatched({ data, caller: cause }: Delivered<'bank_credit.matched'>) {
    const { credit, client, inboundFundsId, isInBooks } = data;
    const caller = asSystem(cause, client);
    const isCreditedAtOnce = caller.environment !== 'PRODUCTION';
    const receipt = {
      reference: referenceOf(inboundFundsId),
      amount: fromResource(credit.amount),
      narrative: credit.reference,
      creditsOn: credit.valueDate,
      sender: credit.sender,
      receivingAccountNumber: credit.accountNumber,
      receivingAccountIban: /^[A-Z]{2}\d{2}/.test(credit.accountNumber) ? credit.accountNumber : null,
      isCreditedAtOnce,
      ...(isInBooks && { isInSuspense: true as const }),
    };
    const arrive = (state: InboundFunds): InboundFundsEvent[] => {
      if (state.status !== 'NEW') return [];
      const received = receive(state, receipt);
      return isCreditedAtOnce ? [...received, ...requestCredit(fold(inboundFunds, received))] : received;
    };
    return this.store.handle(inboundFunds, inboundFundsId, arrive, { caller });
  }

  @On('payments.submission_reported', { concerns: ofReturn })
  onSubmissionReported({
    data,
    recordId,
    streamId: submissionId,
    caller,
  }: Concerning<'payments.submission_reported'>) {
    const report = { ...data, submissionId };
    return this.store.handle(bankCredit, recordId, (state) => returnReported(state, report), { caller });
  }

  /** Whoever has rejected them, screening or the ledger: the money does not stay. */
  @On('inbound_funds.rejected')
  async onInboundFundsRejected({ data: { resource }, caller: cause }: Delivered<'inbound_funds.rejected'>) {
    const creditId = await this.credits.of(resource);
    if (creditId === null) return;
    const caller = asSystem(cause, OPERATOR);
    const reason = resource.statusHistory.at(-1)?.statusReason ?? 'The money cannot be accepted.';
    const back = { reason, submissionId: this.ids.next('sub') };
    await this.store.handle(bankCredit, creditId, (state) => fundsRejected(state, back), { caller });
  }
}
