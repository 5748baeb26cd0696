import type { RecordFacts } from './indexed-event.js';
import { amountText } from './sentences.js';

/** What is known last of each record of a story, by its id. */
export type LastFacts = ReadonlyMap<string, RecordFacts>;

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
  return null;
}

/** Of a request or a trace: the one record that everything else is about. */
function only(facts: LastFacts): RecordFacts | null {
  for (const kind of ['pi_', 'pmt_', 'con_', 'if_']) {
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
  if (status === 'CANCELLED') return `${money} is in ${wallet} again; nothing follows.`;
  if (status === 'FAILED')
    return returned
      ? `The payment failed${because(reason)}: ${amountText(returned)} is in ${wallet} again; nothing follows.`
      : `The payment failed${because(reason)}: ${money} goes back to ${wallet}.`;
  const next =
    awaits === 'authorisation'
      ? 'it is sent when it has been authorised'
      : subStatus === 'SUSPENDED'
        ? 'it is suspended, and is not sent until it is released'
        : `it is sent on ${paymentDate} or the next available date`;
  return `${money} has been taken from ${wallet} for the payment; ${next}.`;
}

function ofInstruction(instruction: RecordFacts, facts: LastFacts): string | null {
  const { status, awaits, reason, sellAmount, buyAmount, paymentDate } = instruction;
  const payment = linked(instruction.linkedPaymentId, 'pmt_', facts);
  if (payment) return ofPayment(payment);
  if (status === 'SENT')
    return 'The money has left for the bank of the beneficiary; next, that bank credits it.';
  const conversion = linked(instruction.linkedConversionId, 'con_', facts);
  if (status === 'CANCELLED' || status === 'REJECTED' || status === 'FAILED')
    return `The payment instruction was ${ended[status]}${because(reason)}: ${kept(conversion, sellAmount)}`;
  const sold = sellAmount
    ? `${amountText(sellAmount)} is in the ${sellAmount.ccyCode} wallet`
    : 'it is in the wallet';
  if (status === 'PENDING')
    return `No money has moved: ${sold}; next, ${awaits === 'authorisation' ? 'a checker of the client approves the payment instruction' : 'the payment instruction is checked'}.`;
  if (status === 'ACKNOWLEDGED') return `No money has moved: ${sold}; next, the conversion is booked.`;
  if (status !== 'FILLED') return null;
  if (conversion?.status === 'EXCHANGED' && buyAmount)
    return `${amountText(buyAmount)} is in the ${buyAmount.ccyCode} wallet; next, the payment is sent on ${paymentDate} or the next available date.`;
  if (!conversion)
    return `No money has moved: ${sold}; next, the payment is sent on ${paymentDate} or the next available date.`;
  return `No money has moved: ${sold}; next, the conversion is exchanged on ${conversion.valueDate}, and the payment sent on ${paymentDate} or the next available date.`;
}

const ended = { CANCELLED: 'cancelled', REJECTED: 'rejected', FAILED: 'terminated' } as const;

/** After the end of an instruction. */
function kept(conversion: RecordFacts | null, sold: RecordFacts['sellAmount']): string {
  const bought = conversion?.buyAmount;
  if (!conversion || !bought || conversion.status === 'CANCELLED')
    return sold
      ? `no money has moved, ${amountText(sold)} is in the ${sold.ccyCode} wallet; nothing follows.`
      : 'no money has moved; nothing follows.';
  const [money, wallet] = [amountText(bought), `the ${bought.ccyCode} wallet`];
  return conversion.status === 'EXCHANGED'
    ? `${money} is in ${wallet}; nothing follows.`
    : `its conversion is kept; next, ${money} goes to ${wallet} on ${conversion.valueDate}.`;
}

function ofConversion(
  { status, sellAmount, buyAmount, valueDate, awaits, reason, id }: RecordFacts,
  facts: LastFacts,
) {
  if (!sellAmount || !buyAmount) return null;
  const [sold, bought] = [amountText(sellAmount), amountText(buyAmount)];
  if (status === 'CANCELLED')
    return `The conversion was cancelled${because(reason)}: ${sold} is in the ${sellAmount.ccyCode} wallet; nothing follows.`;
  if (status === 'BOOKED')
    return `${sold} is in the ${sellAmount.ccyCode} wallet; next, ${awaits === 'deposit' ? 'the client pays the deposit' : `it is exchanged for ${bought} on ${valueDate}`}.`;
  const instruction = [...facts.values()].find(({ linkedConversionId }) => linkedConversionId === id);
  return (
    (instruction && ofInstruction(instruction, facts)) ??
    `${bought} is in the ${buyAmount.ccyCode} wallet; nothing follows.`
  );
}

function ofInboundFunds({ status, amount, creditsOn, reason }: RecordFacts): string | null {
  if (!amount) return null;
  const money = amountText(amount);
  if (status === 'CREDITED') return `${money} is in the ${amount.ccyCode} wallet; nothing follows.`;
  if (status === 'REJECTED') return `${money} goes back to its sender${because(reason)}.`;
  return `${money} has been received and is not in the ${amount.ccyCode} wallet yet; next, it is credited on ${creditsOn}, or rejected.`;
}

/** The record with this id; without one, the only one of its kind. */
function linked(id: string | null | undefined, kind: string, facts: LastFacts): RecordFacts | null {
  if (id) return facts.get(id) ?? null;
  const some = [...facts.values()].filter((one) => one.id.startsWith(kind));
  return some.length === 1 ? (some[0] ?? null) : null;
}

const because = (reason: string | null | undefined) => (reason ? ` (${reason})` : '');
