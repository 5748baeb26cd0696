/** Nobody makes us wait for longer than the schedule's own longest pause. */
export const MAX_RETRY_AFTER_MS = 24 * 3600 * 1000;

/**
 * How long an answer asks us to wait (RFC 9110, 10.2.3): whole seconds, or a date in one of HTTP's three forms.
 * 0 for a moment that has passed, null for anything else.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return bounded(Number(text) * 1000);
  const date = DATES.find((form) => form.test(text)) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
  return Number.isNaN(date) ? null : bounded(date - now.getTime());
}

const DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, // IMF-fixdate
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/, // RFC 850
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/, // asctime
];

const bounded = (ms: number) => Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
