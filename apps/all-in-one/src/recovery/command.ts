import { parseArgs } from 'node:util';

/** What `corridor dr` is told to do. */
export interface RecoveryCommand {
  readonly name: 'status' | 'fence' | 'resume' | 'release';
  readonly ids: readonly string[];
  readonly apply: boolean;
  readonly json: boolean;
  readonly databaseUrl: string | undefined;
}

/** What each command takes. */
const IDS = { status: [], fence: [], resume: [], release: ['service', 'stream'] } as const;

const isName = (name: string): name is RecoveryCommand['name'] => Object.hasOwn(IDS, name);

/** @returns null if help is wanted @throws Error that says what is not understood: nothing may be changed by half of a command */
export function commandIn(args: readonly string[]): RecoveryCommand | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      apply: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      'database-url': { type: 'string' },
    },
  });
  const [name, ...ids] = positionals;
  if (values.help) return null;
  if (name === undefined) throw new Error('which command? corridor dr --help has them');
  if (!isName(name)) throw new Error(`there is no command ${name}: corridor dr --help has them`);
  const wanted = IDS[name];
  const missing = wanted[ids.length];
  if (missing !== undefined) throw new Error(`${name} needs <${missing}>`);
  if (ids.length > wanted.length) throw new Error(`what is "${ids[wanted.length]}" for?`);
  if (values.apply && name !== 'resume') throw new Error('--apply is an option of resume');
  return {
    ...{ name, ids },
    apply: values.apply ?? false,
    json: values.json ?? false,
    databaseUrl: values['database-url'],
  };
}
