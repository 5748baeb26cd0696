import type { Rule } from '../checker.js';
import type { Final, RecordKind } from '../history.js';
import { groupedBy } from './records.js';

const PREFIX: Readonly<Record<RecordKind, string>> = {
  instruction: 'payment_instruction',
  payment: 'payment',
  conversion: 'conversion',
  funds: 'inbound_funds',
};

/** The events of a client, as `<type> <entity>`. */
function eventsOf(client: string, { records, transactions, wallets }: Final): string[] {
  const own = new Set(wallets.filter((wallet) => wallet.client === client).map(({ id }) => id));
  return [
    ...records
      .filter((record) => record.client === client)
      .flatMap(({ kind, id, statuses }) =>
        statuses.map((status) => `${PREFIX[kind]}.${status.toLowerCase()} ${id}`),
      ),
    ...transactions.filter(({ wallet }) => own.has(wallet)).map(({ id }) => `transaction.completed ${id}`),
  ];
}

/** What each subscription should have and what it has. */
function compared(final: Final) {
  const ofSubscription = groupedBy(final.notifications, ({ subscription }) => subscription);
  return Object.entries(final.subscriptions).map(([subscription, client]) => ({
    subscription,
    wanted: eventsOf(client, final).sort(),
    found: (ofSubscription.get(subscription) ?? []).map(({ type, entity }) => `${type} ${entity}`).sort(),
  }));
}

/** Events without a notification: its consumer may not have heard of them yet. */
export const unnoticed = (final: Final): string[] =>
  compared(final).flatMap(({ subscription, wanted, found }) =>
    without(wanted, found).map((event) => `${subscription}: no notification of ${event}`),
  );

export const events: Readonly<Record<string, Rule>> = {
  'each event is one notification of each subscription': ({ final }) => [
    ...unnoticed(final),
    ...compared(final).flatMap(({ subscription, wanted, found }) =>
      without(found, wanted).map((event) => `${subscription}: one notification too many of ${event}`),
    ),
  ],

  'every notification was received, signed': ({ final }) => {
    const signed = new Set(final.receipts.filter(({ isSigned }) => isSigned).map(({ id }) => id));
    return [
      ...final.notifications
        .filter(({ id, isSent }) => !isSent || !signed.has(id))
        .map(({ id, isSent }) => `${id}: ${isSent ? 'sent, but not received' : 'not sent'}`),
      ...final.receipts.filter(({ isSigned }) => !isSigned).map(({ id }) => `${id}: not signed`),
    ];
  },

  'what was received is a notification': ({ final }) => {
    const known = new Set(final.notifications.map(({ id }) => id));
    return final.receipts.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  },

  'notifications of a record arrive in its order': ({ final }) =>
    [...groupedBy(final.receipts, ({ subscription, entity }) => `${subscription} ${entity}`)].flatMap(
      ([name, own]) => {
        const seen = new Set<string>();
        const first = own.filter(({ id }) => seen.size < seen.add(id).size).map(({ sequence }) => sequence);
        return first.every((one, i) => i === 0 || one > (first[i - 1] ?? 0))
          ? []
          : [`${name}: ${first.join()}`];
      },
    ),
};

/** Those of the first list that the second one has less often; both sorted. */
function without(these: readonly string[], those: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of those) left.set(one, (left.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
