import { SIMULATED, adapterSetting, optionalSetting, setting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';

/** The lists that have been imported. */
export const LISTS = 'lists';

function providerOf(text: string): string {
  const isUrl = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  if (text === SIMULATED || text === LISTS || isUrl) return text;
  throw new Error(`must be "${SIMULATED}", "${LISTS}" or an http URL`);
}

function scoreOf(text: string): number {
  if (/^(0\.\d{1,4}|1(\.0{1,4})?)$/.test(text) && Number(text) >= 0.5) return Number(text);
  throw new Error(`must be a number from 0.5 to 1, not "${text}"`);
}

export const screeningSettings = settingsOf('screening', {
  provider: adapterSetting(
    'SCREENING',
    'screening provider',
    'who compares names with sanctions lists: `simulated`, `lists` (those that staff import), or the URL of a service with the interface of Moov Watchman, `/v2/search`',
    providerOf,
    { production: LISTS },
  ),
  threshold: setting(
    'SCREENING_THRESHOLD',
    '0.85',
    'score from which a name is a hit, 0.5 to 1, see [screening](screening.md)',
    scoreOf,
  ),
  folder: optionalSetting(
    'SCREENING_LISTS',
    'folder of the files of sanctions lists that staff import; without it none can be imported',
    (path) => path,
  ),
});

export type ScreeningSettings = ConfigType<typeof screeningSettings>;
