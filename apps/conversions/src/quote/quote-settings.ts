import { integerSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** So far back there is still a timestamp that an id can contain. */
const MOST_DAYS = 10_000;

/** The settings of quotes. */
export const quoteSettings = settingsOf('quotes', {
  expiredDays: integerSetting(
    'EXPIRED_QUOTE_DAYS',
    90,
    'retention of expired quotes, in days; used ones are kept',
    { most: MOST_DAYS },
  ),
});

export type QuoteSettings = ConfigType<typeof quoteSettings>;
