import type { Rule } from '../checker.js';
import type { FinalRecord, History, RecordKind, Sighting } from '../history.js';

/** Section 3 of the specification: from a status to those that may follow. The first one is below `NEW`. */
const EDGES: Readonly<Record<RecordKind, Readonly<Record<string, readonly string[]>>>> = {
  instruction: {
    NEW: ['PENDING'],
    PENDING: ['ACKNOWLEDGED', 'CANCELLED', 'REJECTED', 'FAILED'],
    ACKNOWLEDGED: ['FILLED', 'REJECTED', 'FAILED'],
    FILLED: ['SENT', 'REJECTED', 'FAILED'],
  },
  payment: {
    NEW: ['DRAFT'],
    DRAFT: ['READY_TO_SEND', 'CANCELLED'],
    READY_TO_SEND: ['SENT', 'FAILED'],
    SENT: ['FAILED'],
  },
  conversion: { NEW: ['BOOKED'], BOOKED: ['EXCHANGED', 'CANCELLED'] },
  funds: { NEW: ['PENDING'], PENDING: ['CREDITED', 'REJECTED'] },
};

const isLegal = ({ kind, statuses }: FinalRecord) =>
  statuses.length > 0 &&
  ['NEW', ...statuses].every(
    (status, i) => i === statuses.length || EDGES[kind][status]?.includes(statuses[i] ?? ''),
  );

export const records: Readonly<Record<string, Rule>> = {
  'a status follows a status that allows it': ({ final }) =>
    final.records.filter((one) => !isLegal(one)).map(({ id, statuses }) => `${id}: ${statuses.join(' → ')}`),

  'an instruction has at most one conversion and one payment': ({ final }) => {
    const seen = new Set<string>();
    return final.records
      .filter(({ instruction, kind }) => {
        if (instruction === null) return false;
        const name = `${instruction} ${kind}`;
        return seen.size === seen.add(name).size;
      })
      .map(({ id, instruction }) => `${id} of ${instruction}`);
  },

  'a quote is used by one record, which its response names': ({ operations, final }) => {
    const users = new Map(final.quotes.map((quote) => [quote.id, quote]));
    const known = new Set(final.records.map(({ id }) => id));
    return [
      ...final.quotes
        .filter(({ isUsed, users: by }) => by.length !== (isUsed ? 1 : 0) || !by.every((id) => known.has(id)))
        .map(({ id, users: by }) => `${id} is used by ${by.join() || 'nothing'}`),
      ...operations.flatMap(({ body, responses }) => {
        const { quoteId } = (body ?? {}) as { quoteId?: string };
        if (!quoteId || responses.length === 0) return [];
        const { id } = (JSON.parse(responses[0] ?? '') as { data: { id: string } }).data;
        return users.get(quoteId)?.users.includes(id) ? [] : [`${id} was confirmed with ${quoteId}`];
      }),
    ];
  },

  'credited funds do not wait': ({ final }) =>
    final.records
      .filter(({ kind, statuses }) => kind === 'funds' && statuses.at(-1) === 'PENDING')
      .map(({ id }) => id),

  'a client never sees an older state than before': ({ sightings }) =>
    [...groupedBy(sightings, ({ client, record }) => `${client} ${record}`)].flatMap(([, own]) =>
      own.filter(({ isFresh }) => isFresh).flatMap((one) => goesBack(one, own)),
    ),

  'what a client saw is part of what is there': ({ sightings, final }: History) => {
    const statusesOf = new Map(final.records.map(({ id, statuses }) => [id, statuses]));
    return sightings
      .filter(({ record, statuses }) => !isPrefix(statuses, statusesOf.get(record) ?? []))
      .map(({ record, statuses }) => `${record}: saw ${statuses.join(' → ')}`);
  },
};

/** Sightings before this one that say more. */
function goesBack(one: Sighting, all: readonly Sighting[]): string[] {
  return all
    .filter(({ completedMs, statuses }) => completedMs < one.invokedMs && !isPrefix(statuses, one.statuses))
    .map((earlier) => `${one.record}: ${earlier.statuses.join(' → ')}, then ${one.statuses.join(' → ')}`);
}

const isPrefix = (these: readonly string[], those: readonly string[]) =>
  these.every((one, i) => one === those[i]);

export function groupedBy<Item>(items: readonly Item[], name: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(name(item));
    if (group) group.push(item);
    else groups.set(name(item), [item]);
  }
  return groups;
}
