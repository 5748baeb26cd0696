import { committedEventTypes, facts } from '@corridor/testing';
import { read } from '../support/records.js';
import { newClient } from '../support/system.js';

it('the event types of the specification are listed in its order, and beyond them only committed ones', async () => {
  const { api } = await newClient();
  const listed = await read(api, 'reference-data/webhook-subscriptions/events');
  expect(listed).toEqual(committedEventTypes());
  expect(listed.filter((type: string) => type === 'ping' || type in facts)).toEqual([
    'ping',
    ...Object.keys(facts),
  ]);
});
