import type { Projection, Recorded } from '@corridor/event-store';
import type { Event } from '../conversion/conversion.js';
import type { Event as HedgeEvent } from './hedge.js';

/**
 * The open conversions, for limits and position: a row from the booking to the end. Written with the events, so their sums are
 * right at every moment, and follow from the events alone.
 */
export const openTrades: Projection<Event> = (sql, recorded) => {
  const changes = [...Map.groupBy(recorded, ({ streamId }) => streamId).values()].map(changeOf);
  const booked = changes.filter((one) => one.booked !== null && !one.isOver);
  const over = changes.filter((one) => one.booked === null && one.isOver);
  const deposits = changes.filter(({ deposit, isOver }) => deposit !== null && !isOver);
  const received = changes.filter(({ isReceived, isOver }) => isReceived && !isOver);
  if (booked.length > 0) sql.write(INSERT, columnsOf(booked));
  if (over.length > 0) sql.write('DELETE FROM open_trade WHERE id = ANY ($1)', [idsOf(over)]);
  if (deposits.length > 0)
    sql.write(DEPOSIT, [idsOf(deposits), deposits.map(({ deposit }) => String(deposit?.minor))]);
  if (received.length > 0)
    sql.write('UPDATE open_trade SET covered_minor = deposit_minor WHERE id = ANY ($1)', [idsOf(received)]);
};

/** Hedges that are not cancelled. */
export const openHedges: Projection<HedgeEvent> = (sql, recorded) => {
  for (const { streamId, event, caller } of recorded) {
    if (event.type === 'cancelled') {
      sql.write('DELETE FROM open_trade WHERE id = $1', [streamId]);
      continue;
    }
    const { valueDate, sellAmount: sold, buyAmount: bought } = event;
    const amounts = [sold.ccyCode, String(sold.minor), bought.ccyCode, String(bought.minor)];
    sql.write(INSERT_HEDGE, [streamId, caller.client.id, valueDate, ...amounts]);
  }
};

const INSERT_HEDGE = `INSERT INTO open_trade
  (id, client_id, is_hedge, value_date, sell_ccy_code, sell_minor, buy_ccy_code, buy_minor)
  VALUES ($1, $2, true, $3, $4, $5, $6, $7)`;

const INSERT = `INSERT INTO open_trade (id, client_id, value_date, sell_ccy_code, sell_minor, buy_ccy_code, buy_minor)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::numeric[])`;
const DEPOSIT = `UPDATE open_trade SET deposit_minor = given.minor
  FROM unnest($1::text[], $2::numeric[]) AS given (id, minor) WHERE open_trade.id = given.id`;

/** What one batch changes of one conversion. */
function changeOf(recorded: readonly Recorded<Event>[]) {
  const [first] = recorded as [Recorded<Event>];
  const events = recorded.map(({ event }) => event);
  return {
    id: first.streamId,
    clientId: first.caller.client.id,
    booked: events.find((event) => event.type === 'booked') ?? null,
    deposit:
      events.findLast((event) => event.type === 'deposit_required' || event.type === 'top_up_required')
        ?.amount ?? null,
    isReceived: events.some(({ type }) => type === 'deposit_received'),
    isOver: events.some(({ type }) => type === 'exchanged' || type === 'cancelled'),
  };
}

type Change = ReturnType<typeof changeOf>;

const idsOf = (changes: readonly Change[]): string[] => changes.map(({ id }) => id);

function columnsOf(changes: readonly Change[]): string[][] {
  const rows = changes.flatMap(({ id, clientId, booked }) => {
    if (!booked) return [];
    const { valueDate, price } = booked;
    const { sellAmount: sold, buyAmount: bought } = price;
    return [
      [id, clientId, valueDate, sold.ccyCode, String(sold.minor), bought.ccyCode, String(bought.minor)],
    ];
  });
  return Array.from({ length: 7 }, (_, i) => rows.map((row) => row[i] as string));
}
