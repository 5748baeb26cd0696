import { Corridor } from '@corridor/sdk';
import { type Values, secretFrom } from '../arguments.js';
import { urlOf } from '../request.js';
import type { Terminal } from '../terminal.js';
import { visibleJson } from '../visible-json.js';
import { keepProfile, profileNameIn, profilesFile } from './profiles.js';
import { asCliError } from './sdk-errors.js';

/** `corridor login --api-key -`: keeps an API key of a client that works. */
export async function clientLogin(values: Values, terminal: Terminal): Promise<void> {
  const url = urlOf(values['url'], terminal);
  const apiKey = (
    values['api-key'] === undefined
      ? await terminal.ask('API key', true)
      : await secretFrom('api-key', values['api-key'], terminal)
  ).trim();
  const { client, environment } = await new Corridor({ url, apiKey, maxAttempts: 4 })
    .whoAmI()
    .catch((error: unknown) => {
      throw asCliError(error, url);
    });
  const profile = profileNameIn(values, terminal);
  keepProfile(terminal.variables, profile, { url, apiKey });
  if (values['json'])
    terminal.write(
      visibleJson({ data: { profile, url, client: client.name, environment: environment.name } }),
    );
  terminal.say(
    `Logged in to ${url} (${environment.name}) as ${client.name}, profile ${profile}. The key is in ${profilesFile(terminal.variables)}, which only you can read.\n`,
  );
}
