import { facts } from '@corridor/testing';
import { read } from '../support/records.js';
import { newClient } from '../support/system.js';

it('every event type of the specification is listed, and no other', async () => {
  const { api } = await newClient();
  expect(await read(api, 'reference-data/webhook-subscriptions/events')).toEqual([
    'ping',
    ...Object.keys(facts),
  ]);
});
