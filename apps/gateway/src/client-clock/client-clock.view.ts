import { message } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { ClientClockResource } from '@corridor/gateway-contract';
import { type ClientTime, type Timestamp, timestamp } from '@corridor/kernel';
import { CLOCK_SERVICES } from '@corridor/platform';
import { type Event, type State, clientClock } from './client-clock.js';

/** As stored: where it stood when it last changed. */
export interface ClockRow {
  readonly id: string;
  readonly aheadMs: number;
  readonly now: Timestamp;
  readonly advancingTo: Timestamp | null;
}

export const clientClocks: Registration<State, Event, ClockRow> = {
  aggregate: clientClock,
  view: {
    table: clientClock.name,
    project(row, { streamId: id, occurredOn, event }) {
      const before = row ?? { id, aheadMs: 0, now: occurredOn, advancingTo: null };
      switch (event.type) {
        case 'advance_begun':
          return { ...before, advancingTo: event.to };
        case 'turn_begun':
          return { ...before, now: event.at };
        case 'advanced':
          return { ...before, now: event.to, aheadMs: event.aheadMs, advancingTo: null };
      }
    },
  },
  publish({ event }) {
    if (event.type !== 'turn_begun') return null;
    const { turn, at, byMs } = event;
    const [service] = CLOCK_SERVICES;
    return message('corridor.clock_turn', { service, turn, at, byMs, next: null });
  },
};

/** The time that the requests of its client have; undefined for real time. */
export function clientTimeOf(row: ClockRow | null): ClientTime | undefined {
  if (!row || (row.advancingTo === null && row.aheadMs === 0)) return undefined;
  return row.advancingTo === null ? { aheadMs: row.aheadMs } : { at: row.now };
}

/** The response of an advance. */
export const asAdvanced = ({ now, aheadMs, advancingTo }: ClockRow): ClientClockResource => ({
  now,
  shift: aheadMs,
  advancingTo,
});

/** As it is now. */
export function clockAt(row: ClockRow | null, present: Date): ClientClockResource {
  if (!row) return { now: timestamp(present), shift: 0, advancingTo: null };
  if (row.advancingTo !== null) return asAdvanced(row);
  return asAdvanced({ ...row, now: timestamp(new Date(present.getTime() + row.aheadMs)) });
}
