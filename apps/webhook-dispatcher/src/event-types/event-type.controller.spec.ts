import { type TestDispatcher, startDispatcher } from '../dispatcher.fixture.js';

describe('webhook event types', () => {
  let app: TestDispatcher;
  beforeAll(async () => (app = await startDispatcher()));
  afterAll(() => app.http.close());

  it('are those of the specification, section 6', async () => {
    const { data } = await app.http.get('reference-data/webhook-subscriptions/events');
    expect(data).toEqual(
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
