import { Corridor, StatusError } from '@corridor/sdk';
import { COMMON_OPTIONS, type Options, parse } from '../arguments.js';
import { print } from '../request.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { clientHelp } from './client-help.js';
import { type ClientCommand, type Outcome, data } from './client-command.js';
import { profileFor } from './profiles.js';
import { asCliError } from './sdk-errors.js';

/** A wrong address is reported after two seconds, and a restart of Corridor is not noticed. */
const MAX_ATTEMPTS = 4;

export const ENDED_OTHERWISE = 4;
export const NOT_IN_TIME = 5;

export const optionsOfClient = ({ options }: ClientCommand): Options => ({
  ...Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  ),
  profile: { type: 'string' as const },
  print: { type: 'string' as const },
});

/** @returns the exit code of a wait that has not reached what it waited for */
export async function runClientCommand(
  command: ClientCommand,
  args: readonly string[],
  terminal: Terminal,
): Promise<number | void> {
  const { values, positionals: parameters } = parse(args, optionsOfClient(command));
  if (values['help']) return terminal.write(clientHelp(command));
  demandParameters(command, parameters);
  for (const [name, { isRequired }] of Object.entries(command.options))
    if (isRequired && values[name] === undefined)
      throw new UsageError(`${command.words.join(' ')} needs --${name}`);
  const { url, apiKey } = profileFor(values, terminal);
  const connect = (more: object) => new Corridor({ url, apiKey, maxAttempts: MAX_ATTEMPTS, ...more });
  const show = ({ response, text }: Outcome) =>
    text !== undefined && !values['json'] && values['print'] === undefined
      ? terminal.write(text)
      : print(response, values, terminal);
  try {
    const outcome = await command.run({ corridor: connect({}), connect, url, parameters, values, terminal });
    if (outcome) show(outcome);
  } catch (error) {
    if (!(error instanceof StatusError)) throw asCliError(error, url);
    show(data(error.record as object));
    terminal.say(`corridor: ${error.message}\n`);
    return error.hasEnded ? ENDED_OTHERWISE : NOT_IN_TIME;
  }
}

function demandParameters({ words, parameters, candidates }: ClientCommand, given: readonly string[]): void {
  const name = words.join(' ');
  const [missing] = parameters.slice(given.length).filter((one) => one.startsWith('<'));
  if (missing)
    throw new UsageError(`${name} needs ${missing}${candidates ? `: ${candidates.join(', ')}` : ''}`);
  const [extra] = parameters.at(-1)?.endsWith('…') ? [] : given.slice(parameters.length);
  if (extra !== undefined)
    throw new UsageError(`what is "${extra}" for? ${name} takes ${[...parameters, 'options'].join(' and ')}`);
  const [first] = given;
  if (candidates && first !== undefined && !candidates.includes(first))
    throw new UsageError(`there is no ${parameters[0]?.slice(1, -1)} ${first}, but ${candidates.join(', ')}`);
}

export const clientOptionNames = (command: ClientCommand): string[] =>
  Object.keys({ ...optionsOfClient(command), ...COMMON_OPTIONS });
