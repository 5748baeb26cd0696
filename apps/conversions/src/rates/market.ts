import type { LiveQuote, Publication } from '@corridor/conversions-contract';
import { pairOf } from '@corridor/conversions-contract';
import { type Aggregate, CROSS_CURRENCY, type Timestamp } from '@corridor/kernel';
import type { DealingHours } from './dealing-hours.js';

/** The market: one stream for all replicas of this service. All of them price at what it has published last. */
export const MARKET = 'market';

export interface State {
  readonly published: Publication;
  /** Of the publication, in milliseconds since 1970. */
  readonly asOfMs: number;
  /** The last accepted quote of each currency against EUR, also if it is not valid any more. */
  readonly accepted: Readonly<Record<string, LiveQuote>>;
  /** Those that are open. */
  readonly halts: readonly Halt[];
  /** By pair; those that have not been withdrawn. */
  readonly manual: Readonly<Record<string, ManualRate>>;
  /** By pair; null for a pair that is always open. */
  readonly hours: Readonly<Record<string, DealingHours>>;
  /** The number of events. */
  readonly revision: number;
}

/** Why a pair cannot be traded: its rate is too old, has jumped, or a dealer has halted it. */
export interface Halt {
  readonly id: string;
  /** In market order; null for all pairs. */
  readonly ccyPair: string | null;
  readonly cause: 'STALE' | 'JUMP' | 'DEALER';
  readonly reason: string;
  /** The mids before and after a jump. */
  readonly jump: { readonly from: string; readonly to: string } | null;
  readonly haltedOn: Timestamp;
  readonly haltedBy: Person | null;
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A rate that dealers have entered; it replaces that of the source. */
export interface ManualRate {
  readonly ccyPair: string;
  readonly bid: string;
  readonly ask: string;
  readonly enteredOn: Timestamp;
  readonly enteredBy: Person | null;
  readonly expiresOn: Timestamp;
}

export type Event =
  | ({ readonly type: 'rates_published'; readonly asOfMs: number } & Publication)
  | ({ readonly type: 'pair_halted' } & Halt)
  | {
      readonly type: 'halt_lifted';
      readonly halt: Halt;
      readonly reason: string;
      readonly liftedOn: Timestamp;
      readonly liftedBy: Person | null;
    }
  | ({ readonly type: 'rate_entered' } & ManualRate)
  /** It has expired with that. */
  | ({ readonly type: 'rate_withdrawn' } & ManualRate)
  | { readonly type: 'hours_set'; readonly ccyPair: string; readonly hours: DealingHours };

/** Before quotes had an age, they were used until the next ones came. */
const LONG_AGO = '1970-01-01T00:00:00.000';

export const market: Aggregate<State, Event> = {
  name: 'market',
  stateVersion: 2,
  initial: {
    published: { quotes: [], halted: [], isSimulated: false },
    asOfMs: 0,
    accepted: {},
    halts: [],
    manual: {},
    hours: {},
    revision: 0,
  },
  evolve: (state, event) => ({ ...changed(state, event), revision: state.revision + 1 }),
  upcasters: {
    rates_published: [
      (old: object) => ({ isSimulated: false, ...old }),
      ({ quotes, ...old }: { readonly quotes: readonly object[]; readonly isSimulated: boolean }) => ({
        ...old,
        quotes: quotes.map((one) => ({
          ...one,
          quotedOn: LONG_AGO,
          validUntil: old.isSimulated ? null : LONG_AGO,
        })),
        halted: [],
      }),
    ],
  },
};

function changed(state: State, event: Event): State {
  switch (event.type) {
    case 'rates_published': {
      const { quotes, halted, isSimulated, asOfMs } = event;
      const fresh = quotes.filter((one) => !isManual(state, one));
      const accepted = Object.fromEntries(fresh.map((one) => [one.quote, one]));
      const published = { quotes, halted, isSimulated };
      const before = isSimulated === state.published.isSimulated ? state.accepted : {};
      return { ...state, published, asOfMs, accepted: { ...before, ...accepted } };
    }
    case 'pair_halted': {
      const { type: _, ...halt } = event;
      return { ...state, halts: [...state.halts, halt] };
    }
    case 'halt_lifted': {
      const { id, cause, ccyPair } = event.halt;
      const halts = state.halts.filter((one) => one.id !== id);
      return cause === 'JUMP'
        ? { ...state, halts, accepted: forgotten(state, ccyPair) }
        : { ...state, halts };
    }
    case 'rate_entered': {
      const { type: _, ...rate } = event;
      return { ...state, manual: { ...state.manual, [rate.ccyPair]: rate } };
    }
    case 'rate_withdrawn': {
      const { [event.ccyPair]: _, ...manual } = state.manual;
      return { ...state, manual };
    }
    case 'hours_set':
      return { ...state, hours: { ...state.hours, [event.ccyPair]: event.hours } };
  }
}

/** Whether the quote is that of the dealers: they have entered it at that moment. */
const isManual = ({ manual }: State, one: LiveQuote): boolean =>
  manual[pairOf(one)]?.enteredOn === one.quotedOn;

/** Without the rate that the next one would be compared with. */
function forgotten({ accepted }: State, ccyPair: string | null): State['accepted'] {
  const { [ccyPair?.replace(CROSS_CURRENCY, '') ?? '']: _, ...others } = accepted;
  return others;
}
