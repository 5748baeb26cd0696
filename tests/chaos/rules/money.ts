import type { Rule } from '../checker.js';
import type { FinalRecord, Transaction } from '../history.js';
import { groupedBy } from './records.js';

const isFee = ({ action }: Transaction) => action === 'PAYMENT_FEE';

/** How many transactions a record has: a conversion debits and credits, a payment that failed after it was sent returns, one with a fee pays it. */
function transactionsOf({ kind, statuses, fee }: FinalRecord): number {
  if (kind === 'funds') return statuses.includes('CREDITED') ? 1 : 0;
  if (kind === 'conversion') return statuses.includes('EXCHANGED') ? 2 : 0;
  if (kind === 'instruction' || !statuses.includes('SENT')) return 0;
  return (statuses.includes('FAILED') ? 2 : 1) + (fee === null ? 0 : 1);
}

export const money: Readonly<Record<string, Rule>> = {
  'the books add up to zero in each currency': ({ final }) =>
    Object.entries(final.books)
      .filter(([, sum]) => sum !== 0n)
      .map(([ccyCode, sum]) => `${ccyCode}: ${sum}`),

  'a balance is the sum of its transactions': ({ final }) => {
    const ofWallet = groupedBy(final.transactions, ({ wallet }) => wallet);
    return final.wallets
      .map(({ id, balance }) => {
        const sum = (ofWallet.get(id) ?? []).reduce((total, { amount }) => total + amount, 0n);
        return sum === balance ? '' : `${id}: ${balance}, but its transactions add up to ${sum}`;
      })
      .filter(Boolean);
  },

  'running balances chain, and are never below zero': ({ final }) =>
    [...groupedBy(final.transactions, ({ wallet }) => wallet).values()].flatMap((own) => {
      let before = 0n;
      return [...own]
        .sort((a, b) => a.order - b.order)
        .filter(({ amount, balance }) => {
          const isNext = before + amount === balance && balance >= 0n;
          before = balance;
          return !isNext;
        })
        .map(({ id }) => id);
    }),

  'a payment that was sent has paid its fee, once, and no other one has': ({ final }) => {
    const paid = groupedBy(final.transactions.filter(isFee), ({ record }) => record);
    return final.records
      .filter(({ id, kind, statuses, fee }) => {
        const due = kind === 'payment' && statuses.includes('SENT') && fee !== null ? [-fee] : [];
        return due.join() !== (paid.get(id) ?? []).map(({ amount }) => amount).join();
      })
      .map(({ id, fee }) => `${id}: fee ${fee}, ${paid.get(id)?.length ?? 0} transactions`);
  },

  'money has moved for each record that says so, and for nothing else': ({ final }) => {
    const moved = groupedBy(final.transactions, ({ record }) => record);
    const known = new Set(final.records.map(({ id }) => id));
    return [
      ...final.records
        .filter((one) => (moved.get(one.id)?.length ?? 0) !== transactionsOf(one))
        .map((one) => `${one.id} ${one.statuses.at(-1)}: ${moved.get(one.id)?.length ?? 0} transactions`),
      ...[...moved.keys()]
        .filter((id) => !known.has(id))
        .map((id) => `${id}: a transaction without a record`),
    ];
  },
};
