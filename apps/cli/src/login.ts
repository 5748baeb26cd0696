import { randomBytes } from 'node:crypto';
import { Refused, send } from './api.js';
import { type Values, parse, passwordFrom } from './arguments.js';
import { forgetLogins, keepLogin, loginsFile } from './credentials.js';
import { clientLogin } from './client/client-login.js';
import { forgetProfile } from './client/profiles.js';
import { urlOf } from './request.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

const LOGIN_HELP = `Logs in as a client with an API key, or as a member of staff. What is kept is in a file that only you can read.

Usage: corridor login [--api-key -] [--profile <name>] [--url <address>]
       corridor login --email <value> [--code <value>] [--password -] [--url <address>]

  --api-key -       reads the API key of a client from standard input; without it and --email, it is asked for
  --profile <name>  keeps the key under this name, for --profile of other commands; otherwise CORRIDOR_PROFILE, or default
  --email <value>   the email address of a member of staff
  --code <value>    the six digits of their authenticator, if they have one
  --password -      reads the password from standard input; without it, it is asked for and not shown

The token of staff is valid for 30 minutes. A password that a colleague has given has to be replaced: the new one is asked for, or is the
second line of standard input.

Programs do not log in: they set CORRIDOR_API_KEY, or CORRIDOR_STAFF_KEY for commands of staff.
`;

interface Token {
  readonly accessToken: string;
  readonly expiresOn: string;
}

/** `corridor login` */
export async function login(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = parse(args, {
    email: { type: 'string' },
    code: { type: 'string' },
    password: { type: 'string' },
    'api-key': { type: 'string' },
    profile: { type: 'string' },
  });
  if (values['help']) return terminal.write(LOGIN_HELP);
  if (values['api-key'] !== undefined) return clientLogin(values, terminal);
  const url = urlOf(values['url'], terminal);
  const email =
    textOf(values, 'email') ?? (await terminal.ask('Email of staff (empty: API key of a client)'));
  if (email === '') return clientLogin(values, terminal);
  const given = await passwordIn(values, terminal, () => terminal.ask('Password', true));
  const [password, second] = given.split(/\r?\n/);
  const code = textOf(values, 'code');
  const token = async (newPassword?: string) => {
    const body = { email, password, ...(code && { code }), ...(newPassword && { newPassword }) };
    return (await send(url, { method: 'POST', path: '/operator/v1/auth/token', body })) as { data: Token };
  };
  const { data } = await token().catch(async (error: unknown) => {
    const isGiven = error instanceof Refused && error.problem.code === 'password_change_required';
    if (!isGiven || (second === undefined && values['password'] !== undefined)) throw error;
    if (second === undefined)
      terminal.say('Your password was given to you. Choose one that only you know.\n');
    return token(second ?? (await typedTwice(terminal)));
  });
  const { accessToken, expiresOn } = data;
  keepLogin(terminal.variables, url, { accessToken, expiresOn });
  terminal.say(
    `Logged in to ${url} until ${expiresOn} UTC. The token is in ${loginsFile(terminal.variables)}.\n`,
  );
}

const LOGOUT_HELP = `Removes the tokens and keys that \`corridor login\` has kept. The keys themselves stay valid.

Usage: corridor logout [--profile <name>]

  --profile <name>  removes the key of this profile alone
`;

/** `corridor logout` */
export function logout(args: readonly string[], terminal: Terminal): void {
  const { values } = parse(args, { profile: { type: 'string' } });
  if (values['help']) return terminal.write(LOGOUT_HELP);
  const profile = textOf(values, 'profile');
  forgetProfile(terminal.variables, profile);
  if (profile === undefined) forgetLogins(terminal.variables);
  terminal.say('Logged out.\n');
}

const CREATE_HELP = `Creates the first member of staff, an administrator. The server has to have the same OPERATOR_KEY, which has no use afterwards.

Usage: corridor staff create-admin --first-name <value> --last-name <value> --email <value> [options]

  --roles <value>  more roles (can be repeated), such as onboarding
  --password -     reads the password from standard input
  --generate       generates a password and prints it; without both, it is asked for and not shown

OPERATOR_KEY is an environment variable; it is asked for if it is not set.
`;

/** The server does not tell which: whoever guesses keys learns nothing. */
const NO_KEY =
  'OPERATOR_KEY is not that of the server, or there is an administrator already. They create further staff: corridor staff create';

/** `corridor staff create-admin` */
export async function createAdministrator(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = parse(args, {
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    email: { type: 'string' },
    roles: { type: 'string', multiple: true },
    password: { type: 'string' },
    generate: { type: 'boolean' },
  });
  if (values['help']) return terminal.write(CREATE_HELP);
  const url = urlOf(values['url'], terminal);
  const [firstName, lastName, email] = ['first-name', 'last-name', 'email'].map((name) => {
    const value = textOf(values, name);
    if (value === undefined) throw new UsageError(`staff create-admin needs --${name}`);
    return value;
  });
  const key = terminal.variables['OPERATOR_KEY'] || (await terminal.ask('OPERATOR_KEY', true));
  const generated = values['generate'] ? randomBytes(18).toString('base64url') : undefined;
  const password = generated ?? (await passwordIn(values, terminal, () => typedTwice(terminal)));
  const roles = [...new Set(['administrator', ...((values['roles'] ?? []) as string[])])];
  const body = { firstName, lastName, email, password, roles };
  // The same person is created once, however often the command is repeated.
  const headers = { 'x-operator-key': key, 'x-idempotency-key': `create-admin ${email}` };
  const response = await send(url, { method: 'POST', path: '/operator/v1/staff', body, headers }).catch(
    (error: unknown) => {
      if (!(error instanceof Refused) || error.problem.code !== 'unauthenticated') throw error;
      throw new Refused({ ...error.problem, detail: NO_KEY }, false);
    },
  );
  const { data } = response as { data: { readonly id: string } };
  if (values['json'])
    terminal.write(`${JSON.stringify({ ...data, ...(generated && { password: generated }) }, null, 2)}\n`);
  else {
    terminal.write(`Created ${data.id}, ${roles.join(', ')}.\n`);
    if (generated) terminal.write(`Password: ${generated}\n`);
    terminal.say(`Next: corridor login --email ${email}\n`);
  }
}

const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

const passwordIn = ({ password }: Values, terminal: Terminal, ask: () => Promise<string>): Promise<string> =>
  password === undefined ? ask() : passwordFrom(password, terminal);

async function typedTwice(terminal: Terminal): Promise<string> {
  const password = await terminal.ask('Password', true);
  if ((await terminal.ask('Password again', true)) !== password)
    throw new UsageError('the two passwords differ');
  return password;
}
