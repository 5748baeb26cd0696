import { type Timestamp, refuse } from '@corridor/kernel';
import type { DealingHours } from './dealing-hours.js';
import type { Event, Halt, ManualRate, Person, State } from './market.js';

/** The commands of dealers. What they change is published with them, see `DealingDesk`. */

export interface Halting {
  readonly id: string;
  /** In market order; null for all pairs. */
  readonly ccyPair: string | null;
  readonly reason: string;
  readonly now: Timestamp;
  readonly by: Person | null;
}

/** A pair may be halted several times, for several reasons: it is traded again when all are lifted. */
export const halt = (_: State, { id, ccyPair, reason, now, by }: Halting): Event[] => [
  { type: 'pair_halted', id, ccyPair, cause: 'DEALER', reason, jump: null, haltedOn: now, haltedBy: by },
];

export type Lifting = Pick<Halting, 'id' | 'reason' | 'now' | 'by'>;

/** A dealer ends a halt; that of a jump confirms the new rate. */
export function lift({ halts }: State, { id, reason, now, by }: Lifting): Event[] {
  const open = halts.find((one) => one.id === id);
  if (!open) throw refuse('illegal_transition', 'The halt is LIFTED.');
  if (open.cause === 'STALE')
    throw refuse(
      'illegal_transition',
      'This halt ends with a new rate: of the source, or entered by a dealer.',
    );
  return [liftedBy(open, { reason, now, by })];
}

const liftedBy = (open: Halt, { reason, now, by }: Omit<Lifting, 'id'>): Event => ({
  type: 'halt_lifted',
  halt: open,
  reason,
  liftedOn: now,
  liftedBy: by,
});

export const enterRate = (_: State, rate: ManualRate): Event[] => [{ type: 'rate_entered', ...rate }];

export interface Withdrawal {
  readonly ccyPair: string;
  readonly now: Timestamp;
}

export function withdrawRate({ manual }: State, { ccyPair, now }: Withdrawal): Event[] {
  const rate = manual[ccyPair];
  if (!rate || rate.expiresOn <= now) throw refuse('not_found', 'No rate is entered for this pair.');
  return [{ type: 'rate_withdrawn', ...rate, expiresOn: now }];
}

export const setHours = (
  _: State,
  hours: { readonly ccyPair: string; readonly hours: DealingHours },
): Event[] => [{ type: 'hours_set', ...hours }];
