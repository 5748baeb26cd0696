import { fromResource, subtract, toResource } from '@corridor/kernel';
import { unfilledBecause } from '@corridor/payments-contract';
import type { RecordFacts } from './record-facts.js';
import { amountText, withoutStop } from './sentences.js';

/** What is known last of each record of a story, by its id. */
export type LastFacts = ReadonlyMap<string, RecordFacts>;

/** Of events in their order. What declined a booking is known besides what the instruction itself has said last. */
export function lastFactsOf(events: readonly { readonly record: RecordFacts | null }[]): LastFacts {
  const facts = new Map<string, RecordFacts>();
  for (const { record } of events) {
    if (!record) continue;
    const { id, declined } = record;
    facts.set(id, declined ? { ...record, ...facts.get(id), declined } : record);
  }
  return facts;
}

/**
 * Where the money is and what happens next, in one sentence.
 * @param id of which the timeline is: of a record, or of a request or trace that is about one payment, conversion or receipt
 * @returns null if it is not about the money of one of them
 */
export function whereTheMoneyIs(id: string, facts: LastFacts): string | null {
  const record = facts.get(id) ?? only(facts);
  if (!record) return null;
  const [kind] = record.id.split('_');
  if (kind === 'pmt') return ofPayment(record);
  if (kind === 'pi') return ofInstruction(record, facts);
  if (kind === 'con') return ofConversion(record, facts);
  if (kind === 'if') return ofInboundFunds(record);
  if (kind === 'bc') return ofCredit(record, facts);
  return null;
}

/** Of a request or a trace: the one record that everything else is about. */
function only(facts: LastFacts): RecordFacts | null {
  for (const kind of ['pi_', 'pmt_', 'con_', 'if_', 'bc_']) {
    const some = [...facts.values()].filter(({ id }) => id.startsWith(kind));
    if (some.length > 0) return some.length === 1 ? (some[0] ?? null) : null;
  }
  return null;
}

function ofPayment({ status, subStatus, awaits, amount, returned, paymentDate, reason }: RecordFacts) {
  if (!amount) return null;
  const money = amountText(amount);
  const wallet = `the ${amount.ccyCode} wallet`;
  if (status === 'SENT' && subStatus === 'COMPLETED')
    return `${money} is at the bank of the beneficiary; nothing follows unless that bank returns it.`;
  if (status === 'SENT')
    return `${money} has left for the bank of the beneficiary; next, that bank credits it.`;
  if (status === 'CANCELLED')
    return `The payment was cancelled${because(reason)}: no money has left ${wallet} for it; nothing follows.`;
  if (status === 'FAILED') {
    if (!returned)
      return `The payment failed${because(reason)}: no money has left ${wallet} for it; nothing follows.`;
    const kept = subtract(fromResource(amount), fromResource(returned));
    const charge = kept.minor > 0n ? `, and the banks have kept ${amountText(toResource(kept))}` : '';
    const back = `${amountText(returned)} is back in ${wallet}${charge}`; // its reason may say so too
    const said = reason
      ?.replace(` ${back}.`, '')
      .replace(/ Another \S+ \S+ is back in the \S+ wallet: .*$/, '');
    return `The payment failed${because(said)}: ${back}; nothing follows.`;
  }
  const next =
    awaits === 'authorisation'
      ? 'a checker of the client approves the payment'
      : subStatus === 'SUSPENDED'
        ? 'the payment, which is suspended, is released, or it fails'
        : `the payment is ${status === 'DRAFT' ? 'checked and ' : ''}sent ${on(paymentDate)}`;
  return `No money has moved: ${money} is to be paid from ${wallet}; next, ${next}.`;
}

function ofInstruction(instruction: RecordFacts, facts: LastFacts): string | null {
  const { id, status, awaits, reason, sellAmount, buyAmount, paymentDate } = instruction;
  const payment =
    linked(instruction.linkedPaymentId, facts) ?? // the index can have the payment before the instruction names it
    [...facts.values()].find(({ linkedPaymentInstructionId }) => linkedPaymentInstructionId === id);
  if (payment) return ofPayment(payment);
  if (status === 'SENT') return 'The payment was sent: it says where the money is now.';
  const conversion = linked(instruction.linkedConversionId, facts);
  if (status === 'CANCELLED' || status === 'REJECTED' || status === 'FAILED')
    return `The payment instruction was ${ended[status]}${because(reason)}: ${kept(instruction, conversion)}`;
  const sent = `the payment is sent ${on(paymentDate)}`;
  if (conversion?.status === 'EXCHANGED' && buyAmount)
    return `${amountText(buyAmount)} has gone to the ${buyAmount.ccyCode} wallet; next, ${sent}.`;
  const next =
    status === 'FILLED'
      ? `${conversion ? `the conversion is exchanged on ${conversion.valueDate}, and ` : ''}${sent}`
      : awaits === 'authorisation'
        ? 'a checker of the client approves the payment instruction'
        : status === 'PENDING'
          ? 'the payment instruction is checked'
          : 'the conversion is booked';
  const from = sellAmount
    ? `${amountText(sellAmount)} is to be taken from the ${sellAmount.ccyCode} wallet`
    : 'it is to be taken from the wallet';
  const waits = status === 'ACKNOWLEDGED' ? whyUnfilled(instruction) : null;
  return waits ? `No money has moved: ${from}. ${waits}` : `No money has moved: ${from}; next, ${next}.`;
}

function whyUnfilled({ declined, reason, sellAmount, buyAmount }: RecordFacts): string | null {
  if (!declined || !sellAmount || !buyAmount) return reason ?? null;
  return unfilledBecause(declined, { sellCcyCode: sellAmount.ccyCode, buyCcyCode: buyAmount.ccyCode });
}

const ended = { CANCELLED: 'cancelled', REJECTED: 'rejected', FAILED: 'terminated' } as const;

/** After the end of an instruction. */
function kept({ linkedConversionId }: RecordFacts, conversion: RecordFacts | null): string {
  if (!conversion?.buyAmount)
    return linkedConversionId
      ? 'its conversion says where the money is.'
      : 'no money has moved; nothing follows.';
  const { status, buyAmount, valueDate } = conversion;
  if (status === 'CANCELLED') return `its conversion ${closed(conversion)}`;
  return status === 'EXCHANGED'
    ? `${amountText(buyAmount)} has gone to the ${buyAmount.ccyCode} wallet; nothing follows.`
    : `its conversion is kept; next, ${amountText(buyAmount)} goes to the ${buyAmount.ccyCode} wallet on ${valueDate}.`;
}

const closed = ({ reason }: RecordFacts) =>
  `was cancelled${because(reason)}: nothing was exchanged, and what that cost or gained, if anything, is posted to the wallet; nothing follows.`;

function ofConversion(conversion: RecordFacts, facts: LastFacts): string | null {
  const { status, sellAmount, buyAmount, valueDate, awaits, deposit, id } = conversion;
  if (!sellAmount || !buyAmount) return null;
  const exchange = `${amountText(sellAmount)} from the ${sellAmount.ccyCode} wallet is exchanged for ${amountText(buyAmount)} on ${valueDate}`;
  if (status === 'CANCELLED') return `The conversion ${closed(conversion)}`;
  if (status === 'BOOKED') {
    if (awaits === 'deposit')
      return `No money has moved; next, the client pays the deposit, and ${exchange}.`;
    return deposit
      ? `${amountText(deposit)} is held as the deposit; next, ${exchange}.`
      : `No money has moved; next, ${exchange}.`;
  }
  const instruction = [...facts.values()].find(({ linkedConversionId }) => linkedConversionId === id);
  return (
    (instruction && ofInstruction(instruction, facts)) ??
    `${amountText(buyAmount)} has gone to the ${buyAmount.ccyCode} wallet; nothing follows.`
  );
}

function ofInboundFunds({ status, amount, creditsOn, reason, isPulled }: RecordFacts): string | null {
  if (!amount) return null;
  const money = amountText(amount);
  const wallet = `the ${amount.ccyCode} wallet`;
  if (status === 'CREDITED')
    return `${money} has been credited to ${wallet}; nothing follows${isPulled ? ' unless the bank of the linked account returns it' : ''}.`;
  if (status === 'REJECTED')
    return isPulled
      ? `${money} is not in ${wallet}: nothing was pulled from the linked account, or it went back${because(reason)}; nothing follows.`
      : `${money} goes back to its sender${because(reason)}.`;
  if (isPulled)
    return `${money} is to be pulled from the linked account; next, it is credited to ${wallet} on ${creditsOn}, or that bank returns it.`;
  return `${money} has been received and is not in ${wallet} yet; next, it is credited on ${creditsOn}, or rejected.`;
}

/** Of the bank, which is in no wallet until it is matched. */
function ofCredit(
  { status, amount, returned, inboundFundsId }: RecordFacts,
  facts: LastFacts,
): string | null {
  if (!amount) return null;
  const money = amountText(amount);
  const decide = 'next, staff match it to a client, or return it to its sender.';
  switch (status) {
    case 'RETURNING':
      return `${money} is in no wallet: the bank was asked to return it to its sender; next, the bank does so.`;
    case 'RETURNED':
      return `${money} has gone back to its sender; nothing follows unless the bank of the sender returns it.`;
    case 'RETURN_FAILED':
      return `${money} is in no wallet: the bank did not return it to its sender; ${decide}`;
    case 'CAME_BACK':
      return `${amountText(returned ?? amount)} is in no wallet: it went back to its sender and came back; ${decide}`;
    case 'MATCHED': {
      const funds = linked(inboundFundsId, facts);
      if (!funds) return `${money} is for a client: its inbound funds say where it is.`;
      if (funds.status !== 'REJECTED') return ofInboundFunds(funds);
      return `${money} is in no wallet${because(funds.reason)}: nobody knows to which account it goes back; ${decide}`;
    }
    default:
      return `${money} is in no wallet: nobody has said yet for which client it is; ${decide}`;
  }
}

const linked = (id: string | null | undefined, facts: LastFacts): RecordFacts | null =>
  (id && facts.get(id)) || null;

const because = (reason: string | null | undefined) => (reason ? ` (${withoutStop(reason)})` : '');
const on = (date: string | undefined) => `on ${date} or the next available date`;
