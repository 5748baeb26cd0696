import { rmSync } from 'node:fs';
import type { Values } from '../arguments.js';
import { type Variables, keepPrivate, privateFile, readPrivate } from '../private-file.js';
import { urlOf } from '../request.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** How a client reaches Corridor. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
}

type Profiles = Readonly<Record<string, Profile>>;

export const profilesFile = (variables: Variables): string => privateFile(variables, 'profiles.json');

/** `--profile`, CORRIDOR_PROFILE, or `default`. */
export const profileNameIn = ({ profile }: Values, { variables }: Pick<Terminal, 'variables'>): string =>
  (typeof profile === 'string' && profile) || variables['CORRIDOR_PROFILE'] || 'default';

/** @throws UsageError where the file system is read-only, as in a container */
export const keepProfile = (variables: Variables, name: string, profile: Profile): void =>
  keepPrivate(
    profilesFile(variables),
    { [name]: profile },
    'set XDG_CONFIG_HOME to another folder, or CORRIDOR_API_KEY',
  );

/** @param name all of them without it */
export function forgetProfile(variables: Variables, name?: string): void {
  const file = profilesFile(variables);
  if (name === undefined) rmSync(file, { force: true });
  else keepPrivate(file, { [name]: undefined }, 'remove the file');
}

/**
 * CORRIDOR_API_KEY with the address of the command line, or the profile. The key of a profile is sent to the address for which it was
 * kept, and nowhere else.
 * @throws UsageError without either
 */
export function profileFor(values: Values, terminal: Terminal): Profile {
  const apiKey = terminal.variables['CORRIDOR_API_KEY'];
  if (apiKey) return { url: urlOf(values['url'], terminal), apiKey };
  const name = profileNameIn(values, terminal);
  const profile = (readPrivate(profilesFile(terminal.variables)) as Profiles)[name];
  if (!profile)
    throw new UsageError(
      `nobody is logged in with the profile ${name}: corridor login --api-key -, or set CORRIDOR_API_KEY`,
    );
  const given = values['url'] ?? terminal.variables['CORRIDOR_URL'];
  if (given && urlOf(given, terminal) !== profile.url)
    throw new UsageError(
      `the key of the profile ${name} is for ${profile.url}: log in with another --profile for another address`,
    );
  return profile;
}
