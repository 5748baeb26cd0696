import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCalendars } from '@corridor/calendars';
import { calendarSettings, calendarsAtStart } from '@corridor/platform';
import { TestClock, delivered } from '@corridor/testing';
import { startTestService } from '@corridor/testing/service';
import { quotes } from './payments.fixture.js';
import { PaymentsModule } from './payments.module.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';

/** An operator's override file changes the dates of payments, without a release. */
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const folder = mkdtempSync(join(tmpdir(), 'calendars-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function startWith(path: string) {
  const variables = { CALENDAR_OVERRIDES: path };
  return startTestService(service, PaymentsModule.in('SANDBOX'), { clock, variables });
}

function file(...lines: string[]): string {
  const path = join(folder, 'overrides.txt');
  writeFileSync(path, lines.join('\n'));
  return path;
}

test('a day announced as closed is no payment date, and one announced as open is', async () => {
  const payments = await startWith(
    file(
      'TARGET, 2026-11-23, closed, Day of mourning',
      'TARGET, 2026-12-25, open, An extra day',
      'CHAPS, 2026-12-25, open, An extra day',
      'Fedwire, 2026-12-25, open, An extra day',
    ),
  );
  try {
    const rates = delivered<'conversions.rates_published'>({ quotes, halted: [], isSimulated: false });
    await payments.app.get(Reactions).onRatesPublished(rates);
    const { data } = await payments.get(
      'reference-data/payment-instructions/payment-dates?SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2026-11-21',
    );
    expect(data.firstAvailableDate).toBe('2026-11-24');
    expect(data.unavailableDates).toMatchObject({ '2026-11-23': 'Day of mourning (TARGET)' });
    expect(Object.keys(data.unavailableDates)).not.toContain('2026-12-25');
    expect(Object.keys(data.unavailableDates)).toContain('2026-12-28');
  } finally {
    await payments.close();
  }
});

test.each([
  [
    'a line that is wrong',
    () => file('# ours', 'TARGET, 2026-11-31, closed, Mourning'),
    /^CALENDAR_OVERRIDES must have valid lines: line 2: "2026-11-31" is no date/,
  ],
  [
    'a file that is not there',
    () => join(folder, 'none.txt'),
    /^CALENDAR_OVERRIDES must be the path of a file that can be read: .*none\.txt/,
  ],
])('%s prevents the start, with an error', (_, path, message) =>
  expect(() =>
    calendarsAtStart(startCalendars).useFactory(calendarSettings.read({ CALENDAR_OVERRIDES: path() }), clock),
  ).toThrow(message),
);

test('invalid lines are an invalid setting', () =>
  expect(
    service.settings.flatMap((one) =>
      one.errors({ CALENDAR_OVERRIDES: file('TARGET, 2027-05-03, shut, One', 'nonsense') }),
    ),
  ).toEqual([
    'CALENDAR_OVERRIDES must have valid lines: line 1: "shut" must be closed or open; ' +
      'line 2: must be "system, date, closed or open, name"',
  ]));
