import { setting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

export const SIMULATED = 'simulated';

/** The word, or the file or http address of a daily sheet. */
function sourceOf(text: string): string {
  const isKnown = text === SIMULATED || /^(https?:|file:)|\/|\.xml$/.test(text);
  if (isKnown && (!/^https?:/.test(text) || URL.canParse(text))) return text;
  throw new Error(`must be "${SIMULATED}", the path of a file or an http address, not "${text}"`);
}

export const rateSettings = settingsOf('rates', {
  source: setting(
    'RATES',
    SIMULATED,
    'where rates come from: `simulated`, or the http address or file of a daily sheet',
    sourceOf,
    { production: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  ),
});

export type RateSettings = ConfigType<typeof rateSettings>;
