import { recordsOfAllClients } from '@corridor/event-store';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { openTestDatabase, plansOf, type Sent } from '@corridor/testing/service';
import { service } from '../service.js';
import { MAIN, OTHER, manyNotifications } from './many-notifications.fixture.js';
import { notifications } from './notification.js';

const CLIENT = 'cli_many';
const TABLE = 'webhook_notification';
const ROWS = Number(process.env.ROWS ?? sized({ small: 100_000, full: 1_000_000 }));

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const from = performance.now();
  await manyNotifications(db, CLIENT, ROWS);
  if (process.env['SHOW']) console.log({ seconds: (performance.now() - from) / 1000 });
}, 600_000);
afterAll(() => db.close());

const payment = (n: string) => `relatedEntityId == "pmt_01K${n.padStart(23, '0')}"`;
const DAY = 'createdOn == "2026-05-05"';
const MONTH = 'createdOn >= "2026-05-01",createdOn < "2026-06-01"';
const MIDDLE = ['2026-05-05T12:00:00.000', 'whn_01K00000000000000000447840'];

/** With a million notifications of one client, a page of a subscription's and the count beside it come from indexes alone. */
describe.each([
  ['nearly all', MAIN],
  ['a twentieth', OTHER],
])(`of ${ROWS} notifications, in a subscription that has %s`, (_, id) => {
  it.each<[what: string, sent: Sent, index: string]>([
    ['all', {}, 'by_subscription_id'],
    ['the oldest first', { sortBy: ['createdOn:ASC'] }, 'by_subscription_id'],
    ['the next page', { after: MIDDLE }, 'by_subscription_id'],
    ['the next page, the oldest first', { sortBy: ['createdOn:ASC'], after: MIDDLE }, 'by_subscription_id'],
    ['those of a day', { q: DAY }, 'by_subscription_id'],
    ['those of a month', { q: `AND(${MONTH})` }, 'by_subscription_id'],
    ['those before a day, which are the oldest', { q: 'createdOn < "2025-12-03"' }, 'by_subscription_id'],
    [
      'those of a common event',
      { q: 'eventType == "payment.sent"' },
      'by_subscription_id|newest|by_event_type',
    ],
    [
      'the next page of those of a common event',
      { q: 'eventType == "payment.sent"', after: MIDDLE },
      'by_subscription_id|newest|by_event_type',
    ],
    ['those of a rare event', { q: 'eventType == "ping"' }, 'by_event_type'],
    ['those of an event that never was', { q: 'eventType == "conversion.cancelled"' }, 'by_event_type'],
    [
      'those of an event on a day',
      { q: `AND(eventType == "payment.sent",${DAY})` },
      'by_subscription_id|newest|by_event_type',
    ],
    ['those about a payment', { q: payment('77') }, 'by_related_id'],
    ['those about a payment that has none', { q: payment('99999999') }, 'by_related_id'],
    [
      'those of an event about a payment',
      { q: `AND(eventType == "payment.sent",${payment('77')})` },
      'by_related_id',
    ],
  ])('%s', async (_what, sent, index) => {
    const { page, count } = await plansOf(db, notifications, sent, CLIENT, { 'subscription.id': id }, TABLE);
    if (process.env['SHOW']) console.log(page.ms, count.ms);
    expect(page.text).toMatch(
      new RegExp(`Index (Only )?Scan (Backward )?using webhook_notification_(${index}) `),
    );
    expect(page.text + count.text).not.toMatch(/Seq Scan on (webhook_notification|delivery) |Sort|Bitmap/);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });

  it('a page far behind', async () => {
    const sent = { offset: ROWS / 20 - 30 };
    const { page } = await plansOf(db, notifications, sent, CLIENT, { 'subscription.id': id }, TABLE);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(page.entries).toBeLessThan(ROWS / 25);
  });
});

it.each<[what: string, sent: Sent]>([
  ['all', {}],
  ['the next page', { after: MIDDLE }],
  ['those of a day', { q: DAY }],
  ['those of a rare event', { q: 'eventType == "ping"' }],
  ['those about a payment', { q: payment('77') }],
  ['those of a client', { q: `clientId == "${CLIENT}"` }],
])('of all clients: %s', async (what, sent) => {
  const ofAll = recordsOfAllClients(notifications);
  const { page, count } = await plansOf(db, ofAll, sent, 'operator', {}, TABLE);
  if (process.env['SHOW']) console.log('notifications of all clients', what, page.ms, count.ms);
  expect(page.text + count.text).not.toMatch(/Seq Scan on (webhook_notification|delivery) /);
  expect(page.records).toBeLessThanOrEqual(PAGE);
});
