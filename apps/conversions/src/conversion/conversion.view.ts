import type { ConversionResource } from '@corridor/conversions-contract';
import { audited, entered, fromResource, subtract, toResource, zero } from '@corridor/kernel';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { daysOf, searchables } from '@corridor/search';
import { type Event, depositAfter, lifecycle } from './conversion.js';
import { type Amounts, without } from './moved-terms.js';

/** The public record of a conversion (interface-spec 2.8). */
export const conversionView: View<ConversionResource, Event> & ReadModel = {
  table: 'conversion',
  searchable: searchables.conversions,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    // A conversion is traded when it is created.
    'auditHistory.created.on': 'created_on',
    tradeDate: 'created_on',
    status: 'status',
    'buyAmount.ccyCode': 'buy_ccy_code',
    'sellAmount.ccyCode': 'sell_ccy_code',
    valueDate: 'value_date',
    linkedPaymentInstructionId: 'linked_payment_instruction_id',
    'buyAmount.value': 'buy_amount',
    'sellAmount.value': 'sell_amount',
    'auditHistory.updated.on': 'updated_on',
  },
  counters: [
    { table: 'conversion_count', columns: ['status', 'buy_ccy_code', 'sell_ccy_code'] },
    { table: 'conversion_count_by_day', columns: ['status'], span: daysOf('created_on') },
    {
      table: 'conversion_count_by_value_date',
      columns: ['value_date', 'status', 'buy_ccy_code', 'sell_ccy_code'],
      scattered: 'value_date',
    },
    {
      table: 'conversion_count_by_day_and_ccy',
      columns: ['status', 'buy_ccy_code', 'sell_ccy_code'],
      span: daysOf('created_on'),
    },
  ],
  texts: { table: 'conversion_text', columns: { reference: 'reference', metadata: 'metadata' } },
  project: (row, recorded) => {
    if (recorded.event.type === 'booked') return booked(recorded, recorded.event);
    const change = row && changeOf(row, recorded);
    return change ? { ...row, ...change, auditHistory: auditOf(row, recorded) } : row;
  },
};

/** The response to the creation: its status history is empty. */
export const asCreated = (row: ConversionResource): ConversionResource => ({ ...row, statusHistory: [] });

/** The response of a simulator. */
export const asMoved = ({ id, status, statusHistory }: ConversionResource) => ({ id, status, statusHistory });

function booked(recorded: Recorded<Event>, event: Event & { type: 'booked' }): ConversionResource {
  const { streamId, occurredOn, caller } = recorded;
  const { price, valueDate } = event;
  return {
    id: streamId,
    reference: event.reference,
    client: caller.client,
    buyAmount: toResource(price.buyAmount),
    sellAmount: toResource(price.sellAmount),
    tradeDate: occurredOn,
    fundByDate: event.fundByDate,
    valueDate,
    ccyPair: price.ccyPair,
    rate: Number(price.rate),
    deposit: {
      isRequired: false,
      amount: { ccyCode: null, value: 0 },
      fundByDate: null,
      status: 'NOT_REQUIRED',
    },
    ...entered([], { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
    linkedPaymentInstructionId: event.paymentInstructionId,
    metadata: event.metadata,
    payments: [],
    fundsRequired: toResource(price.sellAmount),
    auditHistory: auditOf(null, recorded),
  };
}

/** The visible changes of an event; null if there are none. */
function changeOf(row: ConversionResource, { event, occurredOn }: Recorded<Event>) {
  switch (event.type) {
    case 'exchanged':
    case 'cancelled': {
      const statusReason = 'reason' in event ? event.reason : null;
      return {
        ...entered(row.statusHistory, { status: lifecycle.statusAfter(event), statusReason, occurredOn }),
        fundsRequired: toResource(zero(row.sellAmount.ccyCode)), // funding is no longer needed
        deposit: row.deposit.status === 'AWAITING_DEPOSIT' ? notRequired(row.deposit) : row.deposit,
      };
    }
    case 'deposit_required':
    case 'top_up_required': {
      const { type, fundByDate } = event;
      const amount = toResource(event.amount);
      return { deposit: { isRequired: true, amount, fundByDate, status: depositAfter[type] } };
    }
    case 'deposit_received': {
      const paid = fromResource({ ...row.sellAmount, value: row.deposit.amount.value });
      return {
        deposit: { ...row.deposit, status: depositAfter[event.type] },
        fundsRequired: toResource(subtract(fromResource(row.sellAmount), paid)),
      };
    }
    case 'date_changed': {
      const { valueDate, fundByDate, price } = event;
      const { sellAmount, buyAmount } = price;
      return {
        valueDate,
        fundByDate,
        rate: Number(price.rate),
        ...amountsOf(row, { sellAmount, buyAmount }),
      };
    }
    case 'drawn_down': {
      const whole = { sellAmount: fromResource(row.sellAmount), buyAmount: fromResource(row.buyAmount) };
      return amountsOf(row, without(whole, event));
    }
    case 'payment_linked':
      return { payments: [...row.payments, event.payment] };
    case 'payment_failed':
      return { payments: row.payments.map((one) => (one.id === event.payment.id ? event.payment : one)) };
    default:
      return null;
  }
}

/** What was deposited is still there. */
function amountsOf(row: ConversionResource, { sellAmount, buyAmount }: Amounts) {
  const deposited = subtract(fromResource(row.sellAmount), fromResource(row.fundsRequired));
  return {
    sellAmount: toResource(sellAmount),
    buyAmount: toResource(buyAmount),
    fundsRequired: toResource(subtract(sellAmount, deposited)),
  };
}

/** Its amount and deadline stay: they say what was not paid. */
const notRequired = (deposit: ConversionResource['deposit']) =>
  ({ ...deposit, isRequired: false, status: 'NOT_REQUIRED' }) as const;

const auditOf = (row: ConversionResource | null, { caller, occurredOn }: Recorded<Event>) =>
  audited(row?.auditHistory ?? null, (row?.auditHistory.version ?? 0) + 1, caller, occurredOn);
