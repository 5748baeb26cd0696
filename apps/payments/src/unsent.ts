import {
  type Money,
  type MoneyResource,
  type ProblemCode,
  add,
  fromResource,
  moneyText,
} from '@corridor/kernel';
import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';

/** For the client, who reads it as the reason of the status: what an approved payment waits for. */
export const unsentBecause = (
  reason: ProblemCode,
  { amount, fee }: Pick<PaymentResource, 'amount' | 'fee'>,
): string => notSent(reason, () => `It is sent when ${needed(amount, fee)} is available.`);

/** The same of a filled instruction. Its record does not tell whether its conversion is exchanged already. */
export const unsentInstructionBecause = (
  reason: ProblemCode,
  { actualPrice: price, linkedConversionId, fee }: PaymentInstructionResource,
): string =>
  notSent(reason, () => {
    if (!price) return TRIED_AGAIN;
    if (linkedConversionId === null) return `It is sent when ${needed(price.buyAmount, fee)} is available.`;
    return `It is sent when ${needed(price.sellAmount, fee)} is available, or ${needed(price.buyAmount, fee)} if its conversion is exchanged already. The conversion is cancelled if that is after its \`fundByDate\`.`;
  });

const TRIED_AGAIN = 'It is tried again.';

const notSent = (reason: ProblemCode, whenFunded: () => string): string =>
  reason === 'insufficient_funds'
    ? `Not sent yet: there are not enough funds. ${whenFunded()}`
    : `Not sent yet: it was declined. ${TRIED_AGAIN}`;

/** With the fee, which may be in another currency. */
function needed(amount: MoneyResource, fee: MoneyResource | null): string {
  const paid: Money = fromResource(amount);
  if (!fee) return moneyText(paid);
  return fee.ccyCode === paid.ccyCode
    ? `${moneyText(add(paid, fromResource(fee)))} with the fee`
    : `${moneyText(paid)} with the fee of ${moneyText(fromResource(fee))}`;
}

/** Of the last entry. */
export const withReason = <Entry extends { readonly statusReason: string | null }>(
  statusHistory: readonly Entry[],
  statusReason: string | null,
): Entry[] =>
  statusHistory.map((entry, i) => (i === statusHistory.length - 1 ? { ...entry, statusReason } : entry));
