import { integerSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** The settings of hedges. */
export const hedgeSettings = settingsOf('hedges', {
  aloneUpTo: integerSetting(
    'HEDGE_LIMIT_EUR',
    1_000_000,
    'value of a hedge, in whole EUR at the market, up to which one dealer records or cancels it alone; 0 for none ([four eyes](staff.md#four-eyes))',
    { least: 0 },
  ),
});

export type HedgeSettings = ConfigType<typeof hedgeSettings>;
