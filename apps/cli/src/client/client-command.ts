import type { Corridor, CorridorOptions } from '@corridor/sdk';
import type { Values } from '../arguments.js';
import type { Response } from '../request.js';
import type { Terminal } from '../terminal.js';

export interface ClientOption {
  /** What stands for its value in the help; without it, the option is only there or not. */
  readonly value?: string;
  readonly text: string;
  readonly isRequired?: boolean;
}

/** A command of a client, who has an API key. */
export interface ClientCommand {
  readonly words: readonly string[];
  /** What follows the words, as the usage shows it: `<id>`, `[currency]` if it can be left out, `<id>…` for several. */
  readonly parameters: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly options: Readonly<Record<string, ClientOption>>;
  /** What the first parameter can be, if that is a list: for the completion and for the help. */
  readonly candidates?: readonly string[];
  run(call: Call): Promise<Outcome | void>;
}

export interface Call {
  readonly corridor: Corridor;
  /** The same with other limits, for what takes longer. */
  connect(options: Pick<CorridorOptions, 'maxAttempts' | 'timeoutMs'>): Corridor;
  readonly url: string;
  readonly parameters: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

/** What a command prints on standard output. */
export interface Outcome {
  readonly response: Response;
  /** Printed instead of the response where no `--json` or `--print` is given. */
  readonly text?: string;
}

/** The text of an option; undefined if it is not given. */
export const textOf = ({ values }: Pick<Call, 'values'>, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

export const data = (record: object): Outcome => ({ response: { data: record as Response['data'] } });
