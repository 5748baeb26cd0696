const EVENT = {
  id: '0-1042',
  eventType: 'payment.sent',
  createdOn: '2026-11-21T09:30:00.123',
  relatedEntityId: 'pmt_01K00000000000000000000003',
  relatedEntityType: 'Payment',
  sequence: 4,
  payload: { id: 'pmt_01K00000000000000000000003', status: 'SENT' },
};

/** For the documentation, where each kind of event has an example of its own. */
export const EVENT_EXAMPLE = `retry: 2000\nid: 0-1041\n\nid: ${EVENT.id}\ndata: ${JSON.stringify(EVENT)}\n\n`;
