import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { fold, fromResource, referenceOf } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import {
  type InboundFunds,
  type InboundFundsEvent,
  inboundFunds,
  receive,
  requestCredit,
} from '../inbound-funds/inbound-funds.js';
import { bankCredit, returnReported } from './bank-credit.js';

const On = reactionsOf('inbound-funds');

const ofReturn = ({ kind, subjectId }: Messages['payments.submission_reported']) =>
  kind === 'RETURN' ? subjectId : null;

/** What becomes of credits of the bank. */
@Controller()
export class BankCreditReactions {
  constructor(private readonly store: EventStore) {}

  /** In PRODUCTION the funds wait until their sender is screened; in the SANDBOX they are credited at once. */
  @On('bank_credit.matched')
  onBankCreditMatched({ data, caller: cause }: Delivered<'bank_credit.matched'>) {
    const { credit, client, inboundFundsId } = data;
    const caller = { ...cause, client, user: null, apiKeyId: null };
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
    };
    const arrive = (state: InboundFunds): InboundFundsEvent[] => {
      if (state.status !== 'NEW') return [];
      const received = receive(state, receipt);
      return isCreditedAtOnce ? [...received, ...requestCredit(fold(inboundFunds, received))] : received;
    };
    return this.store.handle(inboundFunds, inboundFundsId, arrive, { caller });
  }

  @On('payments.submission_reported', { concerns: ofReturn })
  onSubmissionReported({ data, recordId, caller }: Concerning<'payments.submission_reported'>) {
    return this.store.handle(bankCredit, recordId, (state) => returnReported(state, data), { caller });
  }
}
