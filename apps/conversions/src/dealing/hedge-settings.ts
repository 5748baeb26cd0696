import { integerSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** The settings of hedges. */
export const hedgeSettings = settingsOf('hedges', {
  aloneUpTo: integerSetting(
    'HEDGE_LIMIT_EUR',
    1_000_000,
    'value, in whole EUR at the market, of the hedges that one dealer records or cancels alone within a day (UTC); 0 for none ([four eyes](staff.md#four-eyes))',
    { least: 0 },
  ),
});

export type HedgeSettings = ConfigType<typeof hedgeSettings>;
