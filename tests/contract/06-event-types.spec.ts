import { facts } from '@corridor/testing';
import { read } from '../support/records.js';
import { newClient } from '../support/system.js';

it('exactly the event types of the specification are listed', async () => {
  const { api } = await newClient();
  expect(await read(api, 'reference-data/webhook-subscriptions/events')).toEqual([
    'ping',
    ...Object.keys(facts),
  ]);
});
