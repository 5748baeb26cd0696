import { inspect } from 'node:util';
import type { LogFn, Logger } from 'pino';

const WARN = 40;
const WINDOW_MS = 10_000;

/** `hooks.logMethod` of pino. */
export type LogMethod = (this: Logger, args: Parameters<LogFn>, print: LogFn, level: number) => void;

interface Line {
  readonly fields: object;
  readonly message: string | undefined;
}

/**
 * Counts warnings and errors that are repeated instead of printing them: an outage repeats a few lines hundreds of times a
 * second. A line is printed at once; if the same one follows within 10 s, it is printed again at their end with
 * `repeated`, how often it came. Lines of one service are the same if all their fields are; of an error, its message counts. A field `request`
 * does not: of all requests that fail for one reason, the first one is printed.
 */
export function countRepeated(): LogMethod {
  const counts = new Map<string, number>();

  const printAndCount = (key: string, line: Line, print: (line: Line) => void) => {
    print(line);
    counts.set(key, 0);
    setTimeout(() => {
      const repeated = counts.get(key) ?? 0;
      counts.delete(key);
      if (repeated > 0) printAndCount(key, { ...line, fields: { ...line.fields, repeated } }, print);
    }, WINDOW_MS).unref();
  };

  return function (args, method, level) {
    if (level < WARN) return method.apply(this, args);
    const [first, message] = args as [object | string, string?];
    const line = typeof first === 'string' ? { fields: {}, message: first } : { fields: first, message };
    const key = `${level} ${String(this.bindings()['service'])} ${keyOf(line)}`;
    const count = counts.get(key);
    if (count !== undefined) return void counts.set(key, count + 1);
    printAndCount(key, line, ({ fields, message: text }) => method.call(this, fields, text));
  };
}

function keyOf({ fields, message }: Line): string {
  const told = Object.entries(fields).filter(([name]) => name !== 'request') as [string, unknown][];
  const shown = told.map(([name, value]) => [name, value instanceof Error ? String(value) : value]);
  return inspect([message, shown], { depth: 6 });
}
