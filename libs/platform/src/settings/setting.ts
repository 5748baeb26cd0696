import { bytes, flag, text, wholeNumber } from './parse.js';

/** Environment variables, of the process or of a test. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * An environment variable that an operator can set. This is the only place that states its name, type, default and meaning:
 * the value used by the code, the check at the start, docs/settings.md, `.env.example` and `deploy/` are derived from it.
 */
export interface Setting<Value = unknown> {
  readonly name: string;
  /** As text; null if the setting is required, or if an absent value means "none". */
  readonly default: string | null;
  /** Default in SANDBOX only. */
  readonly sandboxDefault?: string;
  /** For the table in docs/settings.md if the default is not a plain value: `embedded in npm start`. */
  readonly defaultNote?: string;
  /** The value in deployment files for PRODUCTION, instead of the default. */
  readonly production?: string;
  /** Set if it selects the adapter of a port: its name, as in `payment rail`. PRODUCTION needs one that is not simulated. */
  readonly port?: string;
  /** Set if PRODUCTION does not start with this setting: what its values are called, in the plural. */
  readonly rejectedInProduction?: string;
  /** Of its value, in PRODUCTION. */
  readonly leastBytesInProduction?: number;
  /** A deployment has to set it, and no message shows its value. */
  readonly isSecret: boolean;
  /** Its meaning, with the unit. Markdown, one line without a full stop. */
  readonly description: string;
  /** @throws Error that begins with a verb: `must be …` */
  read(value: string | null): Value;
}

/** The value of a {@link adapterSetting} that selects the simulated adapter. */
export const SIMULATED = 'simulated';
/** In what a setting says it takes: PRODUCTION refuses it, and so does not offer it. */
const OFFER_OF_SIMULATED = /,? or `simulated`|[`"]simulated[`"], |simulated(?:, | or )/;

type Parse<Value> = (text: string) => Value;
type More = Partial<
  Pick<
    Setting,
    | 'sandboxDefault'
    | 'defaultNote'
    | 'production'
    | 'port'
    | 'rejectedInProduction'
    | 'leastBytesInProduction'
    | 'isSecret'
  >
>;

/** A setting with a default. `parse` throws an Error that says what is expected and contains no part of a secret. */
export const setting = <Value>(
  name: string,
  value: string,
  description: string,
  parse: Parse<Value>,
  more: More = {},
): Setting<Value> => ({
  ...requiredSetting(name, description, parse, more),
  default: value,
});

export const requiredSetting = <Value>(
  name: string,
  description: string,
  parse: Parse<Value>,
  more: More = {},
): Setting<Value> => ({
  name,
  default: null,
  isSecret: false,
  description,
  read(value) {
    if (value === null) throw new Error(`must be set: ${description}`);
    return parse(value);
  },
  ...more,
});

/** A setting that is null if it is absent. */
export const optionalSetting = <Value>(
  name: string,
  description: string,
  parse: Parse<Value>,
  more: More = {},
): Setting<Value | null> => ({
  ...requiredSetting(name, description, parse, more),
  read: (value) => (value === null ? null : parse(value)),
});

export const textSetting = (name: string, value: string, description: string, more?: More): Setting<string> =>
  setting(name, value, description, text, more);

/** A whole number, at least 1 by default. */
export const integerSetting = (
  name: string,
  value: number,
  description: string,
  { least = 1, most, ...more }: More & { readonly least?: number; readonly most?: number } = {},
): Setting<number> => setting(name, String(value), description, wholeNumber(least, most), more);

export const flagSetting = (
  name: string,
  value: boolean,
  description: string,
  more?: More,
): Setting<boolean> => setting(name, String(value), description, flag, more);

export const secretSetting = <Value>(
  name: string,
  description: string,
  parse: Parse<Value>,
  more: More = {},
): Setting<Value> => requiredSetting(name, description, parse, { ...more, isSecret: true });

/**
 * Selects the adapter of a port, the part that reaches the world outside: simulated in the sandbox unless it is set, and in
 * PRODUCTION one that is not.
 * @param port its name, as in `payment rail`
 */
export const adapterSetting = <Value>(
  name: string,
  port: string,
  description: string,
  parse: Parse<Value>,
  more: More = {},
): Setting<Value> => requiredSetting(name, description, parse, { ...more, port, sandboxDefault: SIMULATED });

/**
 * The value of one setting. An empty variable counts as not set.
 * @throws Error that names the variable and what is expected
 */
export function valueOf<Value>(one: Setting<Value>, variables: Variables): Value {
  const given = variables[one.name] || null;
  const isProduction = variables['ENVIRONMENT'] === 'PRODUCTION';
  if (given !== null && isProduction && one.rejectedInProduction)
    throw new Error(`${one.name}: ${one.rejectedInProduction} are refused in PRODUCTION`);
  if (given === SIMULATED && isProduction && one.port)
    throw new Error(`${one.name}: a simulated ${one.port} is refused in PRODUCTION`);
  const sandboxDefault = isProduction ? undefined : one.sandboxDefault;
  try {
    if (given !== null && isProduction && one.leastBytesInProduction)
      bytes(one.leastBytesInProduction)(given);
    return one.read(given ?? sandboxDefault ?? one.default);
  } catch (error) {
    const { message } = error as Error;
    const offered = isProduction && one.port ? message.replace(OFFER_OF_SIMULATED, '') : message;
    throw new Error(`${one.name} ${offered}`, { cause: error });
  }
}
