import { EventTypeController } from './event-type.controller.js';

describe('webhook event types', () => {
  it('are those of the specification, section 6', () => {
    expect(new EventTypeController().list()).toEqual(
      `ping
      payment.draft payment.ready_to_send payment.sent payment.failed payment.cancelled
      payment_instruction.pending payment_instruction.acknowledged payment_instruction.filled
      payment_instruction.sent payment_instruction.cancelled payment_instruction.rejected
      payment_instruction.failed
      conversion.booked conversion.exchanged conversion.cancelled
      inbound_funds.pending inbound_funds.credited inbound_funds.rejected
      transaction.completed`.split(/\s+/),
    );
  });
});
