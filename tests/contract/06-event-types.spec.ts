import { read } from '../support/records.js';
import { newClient } from '../support/system.js';

/** interface-spec 6: the exact strings, in this order. */
const groups = {
  connectivity: ['ping'],
  payment: ['payment.draft', 'payment.ready_to_send', 'payment.sent', 'payment.failed', 'payment.cancelled'],
  'payment instruction': [
    'payment_instruction.pending',
    'payment_instruction.acknowledged',
    'payment_instruction.filled',
    'payment_instruction.sent',
    'payment_instruction.cancelled',
    'payment_instruction.rejected',
    'payment_instruction.failed',
  ],
  conversion: ['conversion.booked', 'conversion.exchanged', 'conversion.cancelled'],
  'inbound funds': ['inbound_funds.pending', 'inbound_funds.credited', 'inbound_funds.rejected'],
  transaction: ['transaction.completed'],
};

it('exactly the event types of the specification are listed', async () => {
  const { api } = await newClient();
  expect(await read(api, 'reference-data/webhook-subscriptions/events')).toEqual(
    Object.values(groups).flat(),
  );
});
