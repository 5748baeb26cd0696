/** An entry of the log. */
export interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly service: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly [field: string]: unknown;
}

/** What begins the lines of each process in the log file of a composition: `12:01:02.345 ledger             | `. */
const PREFIX = /^[\d:.]{12} [\w -]{18,} \| /;

/**
 * The entries in the output of a program, or in the log file of a composition.
 * @throws Error for a line that begins like an entry and is none, or in which a name stands twice
 */
export function logLines(text: string): LogLine[] {
  const lines = text.split('\n').map((line) => line.replace(PREFIX, ''));
  return lines.filter((line) => line.startsWith('{')).map(entryOf);
}

function entryOf(line: string): LogLine {
  const entry = JSON.parse(line) as LogLine;
  if (JSON.stringify(entry) !== line) throw new Error(`a name stands twice in ${line}`);
  return entry;
}

const WARN = 40;

/** Warnings and errors, as `ledger: Postgres does not respond`. */
export const warningsIn = (text: string): string[] =>
  logLines(text)
    .filter(({ level }) => level >= WARN)
    .map(({ service, msg }) => `${service}: ${msg}`);

/** What is logged of an outage of Postgres: two lines for each service. */
export const linesOfOutage = (services: readonly string[]): string[] =>
  ['does not respond', 'responds again'].flatMap((what) =>
    services.map((service) => `${service}: Postgres ${what}`),
  );
