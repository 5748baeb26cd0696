import { type Message, message } from '@corridor/contracts';
import type { InboundFundsResource, LinkedFundingAccountResource } from '@corridor/inbound-funds-contract';
import { type Recorded } from '@corridor/event-store';
import { relatedFunds } from '@corridor/ledger-contract';
import { type CalendarDate, fromResource, lowercase, negate } from '@corridor/kernel';
import type { AccountsEvent } from './collection-accounts/collection-accounts.js';
import {
  type InboundFundsEvent,
  type LinkedAccount,
  type Return,
  lifecycle,
  takeBackIdOf,
} from './inbound-funds/inbound-funds.js';
import type { Event as LinkedFundingAccountEvent } from './linked-funding-accounts/linked-funding-account.js';

/** The public messages of inbound funds. */
export function publishInboundFunds(
  { event, streamId, occurredOn }: Recorded<InboundFundsEvent>,
  resource: InboundFundsResource,
): Message | null {
  if (event.type === 'received')
    return message('inbound_funds.pending', { resource, isCreditedAtOnce: event.isCreditedAtOnce });
  if (lifecycle.changesStatus(event))
    return message(`inbound_funds.${lowercase(lifecycle.statusAfter(event))}`, { resource });
  switch (event.type) {
    case 'credit_requested':
      return creditRequest(streamId, event);
    case 'screening_requested':
      return message('payments.screening_requested', sentBy(resource));
    case 'debit_settled':
      return message('payments.rescreening_requested', sentBy(resource));
    case 'debit_requested':
      return debitRequest(resource, event.from, occurredOn.slice(0, 10));
    case 'take_back_requested':
      return takeBackRequest(resource, event);
    case 'debit_returned':
    case 'counted':
      return null;
  }
}

export function publishCollectionAccounts({ event }: Recorded<AccountsEvent>): Message {
  const { type: _, ...told } = event;
  return message('inbound_funds.collection_accounts_issued', told);
}

/** For the wallet of its currency. */
export function publishLinkedFundingAccount(
  { event, streamId }: Recorded<LinkedFundingAccountEvent>,
  resource: LinkedFundingAccountResource,
): Message | null {
  switch (event.type) {
    case 'linked': {
      const { client: _, accountHolderType: _1, ...shown } = resource;
      const { status: _2, statusHistory: _3, auditHistory: _4, ...fundingAccount } = shown;
      return message('inbound_funds.funding_account_linked', { fundingAccount });
    }
    case 'unlinked': {
      const { ccyCode } = resource;
      return message('inbound_funds.funding_account_unlinked', { linkedFundingAccountId: streamId, ccyCode });
    }
    case 'shown':
      return null;
  }
}

/** The sender, and on whose behalf it pays, as far as the bank has named them. What else it tells names nobody. */
function sentBy({ id, client, sender, amount }: InboundFundsResource) {
  const { name, ultimateDebtor, countryCode, bicSwiftCode } = sender;
  const countries = [countryCode, bicSwiftCode?.slice(4, 6)].filter((one): one is string => Boolean(one));
  const subject = {
    type: 'SENDER',
    id,
    clientId: client.id,
    names: [name, ultimateDebtor].filter((one): one is string => Boolean(one?.trim())),
    party: null,
    dateOfBirth: null,
    countries: [...new Set(countries)],
  } as const;
  return { subject, client, receivedCcyCode: amount.ccyCode };
}

/** The debit of the linked account. Of the id of its submission the bank gets the end as the reference. */
function debitRequest(
  { id, client, amount, reference }: InboundFundsResource,
  { details }: LinkedAccount,
  valueDate: CalendarDate,
): Message {
  const { accountHolderName: name, accountHolderType, bankName, accountNumber, routingCode } = details;
  return message('payments.submission_requested', {
    ...{ submissionId: id.replace(/^if_/, 'sub_'), kind: 'DEBIT', subjectId: id, client },
    ...{ amount: fromResource(amount), instructed: fromResource(amount), valueDate },
    ...{ paymentType: 'REGULAR', chargeType: null, orderingParty: client.name },
    creditor: {
      ...{ name, addressLines: [], address: null, countryCode: 'US' },
      ...{ bankName, bankCountryCode: 'US', bicSwiftCode: null, iban: null },
      ...{ accountNumber, accountType: null, routing: [{ type: 'ABA', code: routingCode }] },
    },
    // The class of its entry in a file of NACHA.
    ...{ narrative: reference, purposeCode: accountHolderType === 'INDIVIDUAL' ? 'PPD' : 'CCD' },
  });
}

const takeBackRequest = (
  { id, reference, sender }: InboundFundsResource,
  { amount, reason }: Return,
): Message =>
  message('ledger.take_back_requested', {
    ...{ transferId: takeBackIdOf(id), amount, reason },
    relatedEntity: relatedFunds({ id, reference, senderName: sender.name }),
  });

const creditRequest = (
  id: string,
  {
    reference,
    amount,
    narrative,
    senderName,
    isInSuspense,
  }: Extract<InboundFundsEvent, { type: 'credit_requested' }>,
) =>
  message('ledger.transfer_requested', {
    transferId: id,
    action: 'FUNDING',
    reason: narrative,
    relatedEntity: relatedFunds({ id, reference, senderName }),
    entries: [
      { account: isInSuspense ? 'suspense' : 'settlement', amount: negate(amount) },
      { account: 'wallet', amount },
    ],
    holdFor: null,
    excludes: null,
  });
