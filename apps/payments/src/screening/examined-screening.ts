import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SIMULATED, outside } from '@corridor/platform';
import type { ScreeningSubject } from '@corridor/screening';
import { LISTS, screeningSettings } from './screening-settings.js';
import { WatchmanProvider } from './watchman-provider.js';

/** Nobody of that name is on a list, and whoever was found would be ignored. */
const NOBODY: ScreeningSubject = {
  type: 'CLIENT',
  id: 'doctor',
  clientId: 'doctor',
  names: ['Corridor Doctor'],
  party: 'ORGANISATION',
  dateOfBirth: null,
  countries: [],
};

/** The service that `SCREENING` names, asked as for any other name, and the folder `SCREENING_LISTS`. */
export const examinedScreening = [
  outside('screening provider', screeningSettings, async ({ provider, threshold }) => {
    if (provider === SIMULATED || provider === LISTS) return null;
    const { listVersions } = await new WatchmanProvider({ url: provider, threshold }).screen(NOBODY);
    return { detail: `compares names with ${listVersions.join(', ')}` };
  }),
  outside('files of sanctions lists', screeningSettings, async ({ folder }) => {
    if (folder === null) return null;
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtime));
    const newest = times.toSorted((a, b) => b.getTime() - a.getTime())[0];
    return { detail: `${names.length} in ${folder}`, ...(newest && { on: newest }) };
  }),
];
