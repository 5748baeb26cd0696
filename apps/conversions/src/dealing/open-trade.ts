import type { Projection, Recorded } from '@corridor/event-store';
import type { Money } from '@corridor/kernel';
import type { Event } from '../conversion/conversion.js';
import type { Event as HedgeEvent } from './hedge.js';

/**
 * The open conversions, for limits and position: a row from the booking to the end. Written with the events, so their sums are
 * right at every moment, and follow from the events alone.
 */
export const openTrades: Projection<Event> = (sql, recorded) => {
  const changes = [...Map.groupBy(recorded, ({ streamId }) => streamId).values()].map(changeOf);
  const booked = changes.filter((one) => one.isBooked && !one.isOver);
  const over = changes.filter((one) => !one.isBooked && one.isOver);
  const changed = changes.filter((one) => !one.isBooked && !one.isOver && one.hasChanged);
  if (booked.length > 0) sql.write(INSERT, [...columnsOf(booked), booked.map(({ clientId }) => clientId)]);
  if (over.length > 0) sql.write('DELETE FROM open_trade WHERE id = ANY ($1)', [over.map(({ id }) => id)]);
  if (changed.length > 0) sql.write(UPDATE, columnsOf(changed));
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

const GIVEN = `unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::text[], $7::numeric[], $8::numeric[],
    $9::numeric[], $10::boolean[])`;
const GIVEN_COLUMNS =
  'id, value_date, sell_ccy_code, sell_minor, sell_less, buy_ccy_code, buy_minor, buy_less, deposit_minor, is_received';
const INSERT = `INSERT INTO open_trade
    (id, client_id, value_date, sell_ccy_code, sell_minor, buy_ccy_code, buy_minor, deposit_minor, covered_minor)
  SELECT id, client_id, value_date, sell_ccy_code, sell_minor - sell_less, buy_ccy_code, buy_minor - buy_less,
    coalesce(deposit_minor, 0), CASE WHEN is_received THEN coalesce(deposit_minor, 0) ELSE 0 END
  FROM ROWS FROM (${GIVEN}, unnest($11::text[])) AS given (${GIVEN_COLUMNS}, client_id)`;
const UPDATE = `UPDATE open_trade AS one SET
    value_date = coalesce(given.value_date, one.value_date),
    sell_minor = coalesce(given.sell_minor, one.sell_minor) - sell_less,
    buy_minor = coalesce(given.buy_minor, one.buy_minor) - buy_less,
    deposit_minor = coalesce(given.deposit_minor, one.deposit_minor),
    covered_minor = CASE WHEN is_received THEN coalesce(given.deposit_minor, one.deposit_minor) ELSE covered_minor END
  FROM ${GIVEN} AS given (${GIVEN_COLUMNS}) WHERE one.id = given.id`;

/** What one batch changes of one conversion; null is as before. */
function changeOf(recorded: readonly Recorded<Event>[]) {
  const [first] = recorded as [Recorded<Event>];
  const events = recorded.map(({ event }) => event);
  const row = events.reduce(changedBy, UNCHANGED);
  return {
    id: first.streamId,
    clientId: first.caller.client.id,
    row,
    isBooked: events.some(({ type }) => type === 'booked'),
    hasChanged: row !== UNCHANGED,
    isOver: events.some(({ type }) => type === 'exchanged' || type === 'cancelled'),
  };
}

type Change = ReturnType<typeof changeOf>;

interface Row {
  readonly valueDate: string | null;
  readonly sold: Money | null;
  readonly bought: Money | null;
  /** What is drawn down of them. */
  readonly less: { readonly sold: bigint; readonly bought: bigint };
  readonly deposit: bigint | null;
  readonly isReceived: boolean;
}

const NOTHING_LESS = { sold: 0n, bought: 0n };
const UNCHANGED: Row = {
  ...{ valueDate: null, sold: null, bought: null, less: NOTHING_LESS },
  ...{ deposit: null, isReceived: false },
};

function changedBy(row: Row, event: Event): Row {
  switch (event.type) {
    case 'booked':
    case 'date_changed': {
      const { sellAmount: sold, buyAmount: bought } = event.price;
      return { ...row, valueDate: event.valueDate, sold, bought, less: NOTHING_LESS };
    }
    case 'drawn_down': {
      const { sellAmount, buyAmount } = event;
      const { sold, bought } = row.less;
      return { ...row, less: { sold: sold + sellAmount.minor, bought: bought + buyAmount.minor } };
    }
    case 'deposit_required':
    case 'top_up_required':
      return { ...row, deposit: event.amount.minor, isReceived: false };
    case 'deposit_received':
      return { ...row, isReceived: true };
    default:
      return row;
  }
}

const columnsOf = (changes: readonly Change[]): (string | boolean | null)[][] => {
  const column = <Value>(read: (row: Row, id: string) => Value) =>
    changes.map(({ row, id }) => read(row, id));
  const minorOf = (amount: { readonly minor: bigint } | null) => amount && String(amount.minor);
  return [
    column((_, id) => id),
    column(({ valueDate }) => valueDate),
    column(({ sold }) => sold && sold.ccyCode),
    column(({ sold }) => minorOf(sold)),
    column(({ less }) => String(less.sold)),
    column(({ bought }) => bought && bought.ccyCode),
    column(({ bought }) => minorOf(bought)),
    column(({ less }) => String(less.bought)),
    column(({ deposit }) => (deposit === null ? null : String(deposit))),
    column(({ isReceived }) => isReceived),
  ];
};
