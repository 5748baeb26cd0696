import type { RelatedEntity } from '@corridor/ledger-contract';
import type { Money } from '@corridor/kernel';

/** What a client owes, because its wallet could not pay it (ADR 54). Only what is open is in the state of a ledger. */
export interface Receivable {
  readonly amount: Money;
  /** Of the amount, what has not been collected. */
  readonly outstanding: Money;
  readonly relatedEntity: RelatedEntity;
  /** How often a part was collected. */
  readonly collections: number;
}

export interface ReceivableChanged {
  readonly type: 'receivable_changed';
  readonly receivableId: string;
  readonly change: 'OPENED' | 'COLLECTED' | 'WRITTEN_OFF';
  readonly amount: Money;
  /** After the change; zero ends it. */
  readonly outstanding: Money;
  readonly relatedEntity: RelatedEntity;
  /** How often a part was collected so far. */
  readonly collections: number;
  /** Why it was opened or written off. */
  readonly reason: string | null;
}

type Receivables = Readonly<Record<string, Receivable>>;

export function receivablesAfter(before: Receivables, event: ReceivableChanged): Receivables {
  const { receivableId: id, amount, outstanding, relatedEntity, change, collections } = event;
  const { [id]: _, ...others } = before;
  if (change === 'WRITTEN_OFF' || outstanding.minor === 0n) return others;
  return { ...before, [id]: { amount, outstanding, relatedEntity, collections } };
}
