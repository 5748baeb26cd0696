import {
  SIMULATED,
  adapterSetting,
  integerSetting,
  optionalSetting,
  setting,
  settingsOf,
} from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { hoursFrom } from './dealing-hours.js';

/** Before the address of a feed. */
export const FEED = 'feed+';

/** `simulated`, the URL or file of daily reference rates, or `feed+` and that of a feed. */
function sourceOf(text: string): string {
  const isFeed = text.startsWith(FEED);
  const location = isFeed ? text.slice(FEED.length) : text;
  const scheme = /^[a-z][a-z\d+.-]*:/.exec(location.toLowerCase())?.[0];
  const isKnown = scheme
    ? ['http:', 'https:', 'file:'].includes(scheme) && URL.canParse(location)
    : (location === SIMULATED && !isFeed) || location.includes('/') || /\.(xml|json)$/.test(location);
  if (isKnown) return text;
  throw new Error(
    `must be "${SIMULATED}", the path of a file or an http URL, both also after "${FEED}", not "${text}"`,
  );
}

/** All dates are priced like spot. */
export const FLAT = 'flat';
/** No date beyond spot is quoted. */
export const NO_POINTS = 'none';

function pointsOf(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:/.exec(text.toLowerCase())?.[0];
  const isKnown = scheme
    ? ['http:', 'https:', 'file:'].includes(scheme) && URL.canParse(text)
    : [FLAT, NO_POINTS].includes(text) || text.includes('/') || text.endsWith('.json');
  if (isKnown) return text;
  throw new Error(`must be "${FLAT}", "${NO_POINTS}", the path of a file or an http URL, not "${text}"`);
}

const MOST_SECONDS = 30 * 86_400;

const seconds = (text: string): number => {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_SECONDS) return Number(text);
  throw new Error(`must be a whole number from 1 to ${MOST_SECONDS}, not "${text}"`);
};

export interface JumpPercent {
  readonly default: number;
  readonly byPair: Readonly<Record<string, number>>;
}

/** `5,EURTRY=15` */
function jumpPercentOf(text: string): JumpPercent {
  const [standard = '', ...others] = text.split(',').map((one) => one.trim());
  const pairs = others.map((one) => one.split('='));
  const isPercent = (one: string | undefined) => /^\d{1,2}(\.\d{1,4})?$/.test(one ?? '') && Number(one) > 0;
  const isFine =
    isPercent(standard) &&
    pairs.every(
      ([pair, percent, ...more]) =>
        /^EUR[A-Z]{3}$/.test(pair ?? '') && isPercent(percent) && more.length === 0,
    );
  if (!isFine)
    throw new Error(`must be a percentage, with others by pair, such as 5,EURTRY=15, not "${text}"`);
  return {
    default: Number(standard),
    byPair: Object.fromEntries(pairs.map(([pair = '', percent]) => [pair, Number(percent)])),
  };
}

export const rateSettings = settingsOf('rates', {
  source: adapterSetting(
    'RATES',
    'rate source',
    'source of rates: `simulated`, the URL or file of daily reference rates, or `feed+` and the URL or file of a feed of bids and asks',
    sourceOf,
    { production: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  ),
  pollSeconds: integerSetting('RATES_POLL_SECONDS', 5, 'how often a feed of rates is read', { most: 3_600 }),
  maxAgeSeconds: optionalSetting(
    'RATES_MAX_AGE_SECONDS',
    'age from which a rate is not used any more',
    seconds,
    {
      defaultNote:
        '60 for a feed; daily rates are used until 20:00 UTC of the next day on which TARGET is open',
    },
  ),
  points: setting(
    'FORWARD_POINTS',
    NO_POINTS,
    'forward points: the URL or file of a document of curves, `flat` to price all dates like spot (sandbox only), or `none` to quote no date beyond spot',
    pointsOf,
    { sandboxDefault: FLAT },
  ),
  pointsMaxAgeSeconds: optionalSetting(
    'FORWARD_POINTS_MAX_AGE_SECONDS',
    'age from which forward points are not used any more',
    seconds,
    { defaultNote: 'until 20:00 UTC of the next day on which TARGET is open' },
  ),
  jumpPercent: setting(
    'RATES_JUMP_PERCENT',
    '5',
    'a rate that changes by more is not used until a dealer confirms it; others by pair: `5,EURTRY=15`',
    jumpPercentOf,
  ),
  jumpSeconds: setting(
    'RATES_JUMP_SECONDS',
    String(5 * 86_400),
    'a rate is compared with the one before it only if that is not older',
    seconds,
  ),
  dealingHours: setting(
    'DEALING_HOURS',
    'FRI 22:00-SUN 22:00',
    'when pairs are closed each week, in UTC, or `always` if they never are; dealers can set other hours for a pair',
    hoursFrom,
    { sandboxDefault: 'always' },
  ),
});

export type RateSettings = ConfigType<typeof rateSettings>;
