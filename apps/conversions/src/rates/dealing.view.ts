import {
  type Curve,
  type DealingHaltResource,
  type DealingMarketResource,
  type DealingHoursResource,
  type ManualRateResource,
  operatorCollections,
} from '@corridor/conversions-contract';
import type { Projection, ReadModel } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { Timestamp } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { DealingHours } from './dealing-hours.js';
import type { Event, Halt, ManualRate } from './market.js';

/** The records of dealers: they follow from the events of the market, which belong to no client. */

export const haltView: ReadModel = {
  table: 'dealing_halt',
  searchable: searchable(operatorCollections.halts),
  columns: { id: 'id', status: 'status', ccyPair: 'ccy_pair', cause: 'cause', haltedOn: 'created_on' },
};
/** What dealers have entered last for each pair. */
export const manualRateView: ReadModel = {
  table: 'manual_rate',
  searchable: searchable(operatorCollections.manualRates),
  columns: { id: 'id' },
};
export const dealingHoursView = { table: 'dealing_hours' };

export const projectDealing: Projection<Event> = (sql, recorded) => {
  for (const { event, occurredOn } of recorded) {
    const [view, row] = rowOf(event) ?? [];
    if (!view || !row) continue;
    const createdOn = 'haltedOn' in row ? row.haltedOn : occurredOn;
    sql.write(WRITE.replaceAll('$table', view.table), [row.id, OPERATOR.id, createdOn, JSON.stringify(row)]);
  }
};

const WRITE = `INSERT INTO $table (id, client_id, created_on, data) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET data = excluded.data`;

type Dealt = DealingHaltResource | ManualRateResource | DealingHoursResource;

function rowOf(event: Event): [{ readonly table: string }, Dealt] | null {
  switch (event.type) {
    case 'rates_published':
      return null;
    case 'pair_halted':
      return [haltView, haltResource(event)];
    case 'halt_lifted': {
      const { halt, reason: liftReason, liftedOn, liftedBy } = event;
      return [haltView, { ...haltResource(halt), status: 'LIFTED', liftedOn, liftedBy, liftReason }];
    }
    case 'rate_entered':
    case 'rate_withdrawn':
      return [manualRateView, manualRateResource(event)];
    case 'hours_set':
      return [dealingHoursView, hoursResource(event.ccyPair, event.hours)];
  }
}

const haltResource = ({
  id,
  ccyPair,
  cause,
  reason,
  jump,
  haltedOn,
  haltedBy,
}: Halt): DealingHaltResource => ({
  id,
  ccyPair,
  cause,
  status: 'OPEN',
  reason,
  rateBefore: jump && Number(jump.from),
  rateAfter: jump && Number(jump.to),
  haltedOn,
  haltedBy,
  liftedOn: null,
  liftedBy: null,
  liftReason: null,
});

const manualRateResource = ({ ccyPair: id, bid, ask, enteredOn, enteredBy, expiresOn }: ManualRate) => ({
  id,
  bid: Number(bid),
  ask: Number(ask),
  enteredOn,
  enteredBy,
  expiresOn,
});

export const hoursResource = (id: string, hours: DealingHours): DealingHoursResource => ({
  id,
  closes: hours && { ...hours.closes },
  opens: hours && { ...hours.opens },
});

export const curveResource = (
  { ccyPair, points, quotedOn, validUntil }: Curve,
  now: Timestamp,
): NonNullable<DealingMarketResource['curves']>[number] => ({
  ...{ ccyPair, quotedOn, validUntil, isStale: validUntil <= now },
  points: points.map(({ tenor, bid, ask }) => ({ tenor, bid: Number(bid), ask: Number(ask) })),
});

/** Since a rate was quoted. */
export const ageInSeconds = (quotedOn: Timestamp | null, nowMs: number): number | null =>
  quotedOn === null ? null : Math.max(0, Math.round((nowMs - Date.parse(`${quotedOn}Z`)) / 1000));
