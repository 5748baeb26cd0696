import {
  type DealingPointsResource,
  type ManualPointsResource,
  operatorCollections,
  tenors,
} from '@corridor/conversions-contract';
import type { Projection, ReadModel } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Timestamp, instantOf } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import { ageInSeconds } from '../rates/dealing.view.js';
import { type Event, type ManualPoints, type State, idOfPoints } from './forward-points.js';

/** What dealers have entered last for each tenor. */
export const manualPointsView: ReadModel = {
  table: 'manual_points',
  searchable: searchable(operatorCollections.manualPoints),
  columns: { id: 'id' },
};

export const projectPoints: Projection<Event> = (sql, recorded) => {
  for (const { event, occurredOn } of recorded) {
    if (event.type === 'points_published') continue;
    const row = manualPointsResource(event);
    sql.write(WRITE, [row.id, OPERATOR.id, occurredOn, JSON.stringify(row)]);
  }
};

const WRITE = `INSERT INTO manual_points (id, client_id, created_on, data) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET data = excluded.data`;

const manualPointsResource = (points: ManualPoints): ManualPointsResource => {
  const { ccyPair, tenor, bid, ask, enteredOn, enteredBy, expiresOn } = points;
  const sides = { bid: Number(bid), ask: Number(ask) };
  return { id: idOfPoints(points), ccyPair, tenor, ...sides, enteredOn, enteredBy, expiresOn };
};

/** What is used at a moment, and under it what the source has quoted, also if that is too old. */
export function pointsInUse({ curves, entered }: State, now: Timestamp): Row[] {
  const rows = new Map<string, Row>();
  const add = ({ ccyPair, tenor, bid, ask }: Listed, more: Origin) => {
    const id = idOfPoints({ ccyPair, tenor });
    const ageSeconds = ageInSeconds(more.quotedOn, instantOf(now).getTime()) ?? 0;
    const sides = { bid: Number(bid), ask: Number(ask) };
    rows.set(id, { id, ccyPair, tenor, ...sides, ...more, ageSeconds, isStale: more.validUntil <= now });
  };
  for (const { ccyPair, quotedOn, validUntil, points } of curves ?? [])
    for (const one of points) {
      const ofSource = { bid: Number(one.bid), ask: Number(one.ask) };
      add({ ...one, ccyPair }, { isManual: false, enteredBy: null, quotedOn, validUntil, ofSource });
    }
  for (const one of entered.filter(({ expiresOn }) => expiresOn > now)) {
    const { enteredBy, enteredOn: quotedOn, expiresOn: validUntil } = one;
    const ofSource = rows.get(idOfPoints(one))?.ofSource ?? null;
    add(one, { isManual: true, enteredBy, quotedOn, validUntil, ofSource });
  }
  return [...rows.values()].sort(inOrder);
}

type Listed = Pick<ManualPoints, 'ccyPair' | 'tenor' | 'bid' | 'ask'>;
type Row = DealingPointsResource['points'][number];
type Origin = Pick<Row, 'isManual' | 'enteredBy' | 'quotedOn' | 'validUntil' | 'ofSource'>;

function inOrder(a: Row, b: Row): number {
  if (a.ccyPair !== b.ccyPair) return a.ccyPair < b.ccyPair ? -1 : 1;
  return tenors.indexOf(a.tenor) - tenors.indexOf(b.tenor);
}
