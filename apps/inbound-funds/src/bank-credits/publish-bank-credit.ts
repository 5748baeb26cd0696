import { type Message, type Messages, message } from '@corridor/contracts';
import type { BankCreditResource } from '@corridor/inbound-funds-contract';
import type { Recorded } from '@corridor/event-store';
import { fromResource } from '@corridor/kernel';
import type { Event, Return } from './bank-credit.js';

export function publishBankCredit({ event }: Recorded<Event>, credit: BankCreditResource): Message | null {
  switch (event.type) {
    case 'matched': {
      const { client, inboundFundsId } = event;
      // An earlier credit is entered in the books before it is matched.
      return message('bank_credit.matched', { credit, client, inboundFundsId, isInBooks: true });
    }
    case 'return_requested':
      return returnOf(credit, event);
    case 'recorded':
    case 'entered_in_books':
      return moved(credit, { step: 'RECEIVED', movementId: credit.id, returned: null });
    case 'returned':
    case 'return_failed': {
      if (!event.moved) return null;
      const { step, submissionId, returned } = event.moved;
      return moved(credit, { step, movementId: `${submissionId}/${step}`, returned });
    }
    case 'funds_rejected':
      return null;
  }
}

const moved = (
  { id: creditId, bankReference, accountNumber, bankAccount, amount }: BankCreditResource,
  told: Pick<Messages['bank_credit.moved'], 'step' | 'movementId' | 'returned'>,
): Message =>
  message('bank_credit.moved', {
    ...{ creditId, bankReference, accountNumber, bankAccount, amount: fromResource(amount) },
    ...told,
  });

/** To the account that it came from. */
function returnOf(
  { id, amount, valueDate, bankReference, sender }: BankCreditResource,
  { reason, submissionId }: Return,
): Message {
  const { name, address, countryCode, accountNumber, bicSwiftCode, routingCode } = sender;
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(accountNumber ?? '');
  return message('payments.submission_requested', {
    submissionId,
    kind: 'RETURN',
    subjectId: id,
    client: null,
    amount: fromResource(amount),
    instructed: fromResource(amount),
    valueDate,
    paymentType: bicSwiftCode ? 'PRIORITY' : 'REGULAR',
    chargeType: null,
    orderingParty: 'Return of funds',
    creditor: {
      name: name ?? '',
      addressLines: address ? [address] : [],
      address: null,
      countryCode,
      bankName: null,
      bankCountryCode: bicSwiftCode?.slice(4, 6) ?? null,
      bicSwiftCode,
      iban: isIban ? accountNumber : null,
      accountNumber: isIban ? null : accountNumber,
      accountType: null,
      routing: routingCode ? [{ type: 'ROUTING_CODE', code: routingCode }] : [],
    },
    narrative: `${reason} ${bankReference}`.slice(0, 140),
    purposeCode: null,
  });
}
