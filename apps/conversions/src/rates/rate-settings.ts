import { setting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

export const SIMULATED = 'simulated';

/** `simulated`, or the URL or file of daily reference rates. */
function sourceOf(text: string): string {
  const isKnown = text === SIMULATED || /^(https?:|file:)|\/|\.xml$/.test(text);
  if (isKnown && (!/^https?:/.test(text) || URL.canParse(text))) return text;
  throw new Error(`must be "${SIMULATED}", the path of a file or an http URL, not "${text}"`);
}

export const rateSettings = settingsOf('rates', {
  source: setting(
    'RATES',
    SIMULATED,
    'source of rates: `simulated`, or the URL or file of daily reference rates',
    sourceOf,
    { production: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  ),
});

export type RateSettings = ConfigType<typeof rateSettings>;
