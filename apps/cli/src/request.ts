import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { visible, visibleLines } from '@corridor/kernel';
import { type Problem, type Request, Unreachable, send } from './api.js';
import { type Values, bodyOf, optionsOf, parse, pathOf } from './arguments.js';
import type { Command } from './command.js';
import { credentialFor } from './credentials.js';
import { commandHelp } from './help.js';
import { problemText } from './problem-text.js';
import { type Row, fieldAt, fields, table } from './table.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { visibleJson } from './visible-json.js';
import { type RunResponse, hasFailed, watch } from './watch.js';

export const DEFAULT_URL = 'http://127.0.0.1:8080';
/** Of a table that nobody sees. */
const COLUMNS = 160;
/** Of a page with `--all`. */
const PAGE = '500';

/** The address of Corridor: `--url`, CORRIDOR_URL, or that of this machine; without a slash at its end. */
export function urlOf(given: unknown, { variables }: Terminal): string {
  const url = (typeof given === 'string' && given) || variables['CORRIDOR_URL'] || DEFAULT_URL;
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new UsageError(`the address of Corridor must begin with http:// or https://, not "${url}"`);
  return url.replace(/\/+$/, '');
}

/** Sends the request of a command and prints the response. @returns 1 if it approved a command that was then refused */
export async function request(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number | void> {
  const { values, positionals } = parse(args, optionsOf(command), command.bodyOnly);
  if (values['help']) return terminal.write(commandHelp(command));
  const { path, query } = pathOf(command, positionals, values);
  const url = urlOf(values['url'], terminal);
  const body = await bodyOf(command, values, terminal, readBody);
  const key = typeof values['key'] === 'string' ? values['key'] : randomUUID();
  const headers = {
    ...credentialFor(url, terminal.variables),
    ...(command.hasKey && { 'x-idempotency-key': key }),
  };
  if (values['all'] && !query.has('limit')) query.set('limit', PAGE);
  const isAll = Boolean(values['all']);
  try {
    const response = await fetched({ method: command.method, path, body, headers }, { url, query, isAll });
    const watched = values['watch'] ? await watch(url, response as RunResponse, terminal) : response;
    print(watched, values, terminal);
    if (command.hasKey) terminal.say(`Idempotency key: ${key}\n`);
    if (values['watch']) return hasFailed(watched as RunResponse) ? 1 : undefined;
    return command.method === 'GET' ? undefined : approvalIn(response, terminal);
  } catch (error) {
    if (!command.hasKey || !(error instanceof Unreachable)) throw error;
    throw new Unreachable(`${error.message}; to repeat it safely: --key ${key}`, { cause: error });
  }
}

function readBody(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--body must be a file that can be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

export interface Response {
  readonly data: Row | readonly Row[];
  readonly meta?: { readonly totalCount?: number; readonly nextCursor?: string | null };
}

type Printable = Response | string | Uint8Array;

const isFile = (response: Printable): response is string | Uint8Array =>
  typeof response === 'string' || response instanceof Uint8Array;

interface Search {
  readonly url: string;
  readonly query: URLSearchParams;
  /** Whether the pages after the first one follow. */
  readonly isAll: boolean;
}

/** The response, with the records of all pages if they are wanted; the text of one that is not JSON. */
async function fetched(request: Request, { url, query, isAll }: Search): Promise<Printable> {
  const rows: Row[] = [];
  for (;;) {
    const search = query.size > 0 ? `?${query.toString()}` : '';
    const response = (await send(url, { ...request, path: request.path + search })) as Printable;
    if (!isAll || isFile(response)) return response;
    rows.push(...[response.data].flat());
    if (!response.meta?.nextCursor) return { data: rows };
    query.set('cursor', response.meta.nextCursor);
  }
}

/** For programs with `--json`, one field with `--print`, otherwise for people. */
export function print(response: Printable, { json, print: field }: Values, terminal: Terminal): void {
  const isRead = terminal.columns !== null;
  if (response instanceof Uint8Array) {
    if (isRead)
      throw new UsageError('the result is a PDF document: write it to a file, with `> statement.pdf`');
    return terminal.write(response);
  }
  if (typeof response === 'string') return terminal.write(isRead ? visibleLines(response) : response);
  const { data, meta } = response;
  const rows = [data].flat();
  if (typeof field === 'string')
    return terminal.write(
      rows
        .map((row) => fieldAt(row, field))
        .map((text) => `${isRead ? visible(text) : text}\n`)
        .join(''),
    );
  if (json) return terminal.write(visibleJson(response));
  if (Array.isArray(data)) return showTable(rows, meta?.totalCount ?? rows.length, terminal);
  terminal.write(fields(data, terminal.columns ?? COLUMNS));
}

interface Approval {
  readonly id: string;
  readonly status: string;
  readonly outcome?: { readonly succeeded: boolean; readonly problem: Problem | null } | null;
}

/** Says who has to act next on a command that needs a second person, or why it was refused after they approved it. */
function approvalIn(response: Printable, terminal: Terminal): number | void {
  if (isFile(response) || !/^apr_/.test(String((response.data as Row)['id']))) return;
  const { id, status, outcome } = response.data as Row & Approval;
  if (status === 'AWAITING_APPROVAL')
    terminal.say(`${id} waits for a second person: corridor approvals approve ${id}\n`);
  if (status !== 'APPROVED' || outcome?.succeeded !== false) return;
  terminal.say(`${id} is approved, and its command was refused:\n`);
  if (outcome.problem) terminal.say(problemText(outcome.problem));
  return 1;
}

function showTable(rows: readonly Row[], total: number, terminal: Terminal): void {
  if (rows.length > 0) terminal.write(table(rows, terminal.columns ?? COLUMNS));
  if (rows.length === 0) terminal.say('None.\n');
  if (rows.length < total) terminal.say(`${rows.length} of ${total}; --all shows all.\n`);
}
