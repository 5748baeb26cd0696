import { SIMULATED } from '@corridor/platform';
import type { ScreeningProvider } from '@corridor/screening';
import { ListsProvider } from './lists-provider.js';
import type { LoadedLists } from './loaded-lists.js';
import { LISTS, type ScreeningSettings } from './screening-settings.js';
import { SimulatedProvider } from './simulated-provider.js';
import { WatchmanProvider } from './watchman-provider.js';

/** The provider that SCREENING names. */
export function providerFrom(
  { provider, threshold }: ScreeningSettings,
  lists: LoadedLists,
): ScreeningProvider {
  if (provider === SIMULATED) return new SimulatedProvider();
  return provider === LISTS
    ? new ListsProvider(lists, threshold)
    : new WatchmanProvider({ url: provider, threshold });
}
