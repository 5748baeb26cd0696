import { Config } from '@corridor/platform';
import { WebhookSettings } from '../webhook-settings.js';
import { pauseAfter } from './schedule.js';

const [s, min, h] = [1_000, 60_000, 3_600_000];
const { scheduleMs } = new WebhookSettings(new Config({ WEBHOOK_SECRET_KEY: 'any' }));

it('is the schedule of decisions §7, give or take a tenth', () => {
  const pauses = [5 * s, 5 * min, 30 * min, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h];
  expect(scheduleMs).toEqual([0, ...pauses]);
  pauses.forEach((pause, i) => {
    expect(pauseAfter(scheduleMs, i + 1, null, 0.5)).toBe(pause);
    expect(pauseAfter(scheduleMs, i + 1, null, 0)).toBeCloseTo(pause * 0.9);
    expect(pauseAfter(scheduleMs, i + 1, null, 1)).toBeCloseTo(pause * 1.1);
  });
});

it('ends after ten attempts', () => {
  expect(pauseAfter(scheduleMs, 10, null, 0.5)).toBeNull();
  expect(pauseAfter(scheduleMs, 10, 60_000, 0.5)).toBeNull();
});

it('waits at least as long as the receiver asks for', () => {
  expect(pauseAfter(scheduleMs, 1, 60_000, 0.5)).toBe(60_000);
  expect(pauseAfter(scheduleMs, 2, 60_000, 0.5)).toBe(5 * min);
});

it.each(['', '5,x', '-1', '1,,2', '1 2'])('refuses the schedule %j', (schedule) => {
  const settings = () =>
    new WebhookSettings(new Config({ WEBHOOK_SECRET_KEY: 'any', WEBHOOK_SCHEDULE_SECONDS: schedule || ' ' }));
  expect(settings).toThrow(/WEBHOOK_SCHEDULE_SECONDS/);
});
