import { read } from '../support/records.js';
import { newClient } from '../support/system.js';
import { facts } from './06-events.js';

it('every event type of the specification is listed, and no other', async () => {
  const { api } = await newClient();
  expect(await read(api, 'reference-data/webhook-subscriptions/events')).toEqual([
    'ping',
    ...Object.keys(facts),
  ]);
});
