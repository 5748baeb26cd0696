import { SIMULATED, adapterSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** `simulated`, or the URL or file of daily reference rates. */
function sourceOf(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:/.exec(text.toLowerCase())?.[0];
  const isKnown = scheme
    ? ['http:', 'https:', 'file:'].includes(scheme) && URL.canParse(text)
    : text === SIMULATED || /\/|\.xml$/.test(text);
  if (isKnown) return text;
  throw new Error(`must be "${SIMULATED}", the path of a file or an http URL, not "${text}"`);
}

export const rateSettings = settingsOf('rates', {
  source: adapterSetting(
    'RATES',
    'rate source',
    'source of rates: `simulated`, or the URL or file of daily reference rates',
    sourceOf,
    { production: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  ),
});

export type RateSettings = ConfigType<typeof rateSettings>;
