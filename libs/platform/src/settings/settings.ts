import type { DynamicModule } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { misspelled } from './similar-names.js';
import { type Setting, type Variables, valueOf } from './setting.js';

type ValuesOf<Declared> = {
  readonly [Key in keyof Declared]: Declared[Key] extends Setting<infer Value> ? Value : never;
};

/** Declared settings as a namespace of `@nestjs/config`: inject it by `KEY`, its type is `ConfigType<typeof it>`. */
export interface Settings<Values extends object = object> {
  /** From the variables of the process, as every factory of `registerAs`. */
  (): Values;
  readonly KEY: string | symbol;
  readonly namespace: string;
  readonly declared: readonly Setting[];
  /** @throws WrongSettings */
  read(variables: Variables): Values;
  /** @param supplied names that the composition sets itself where nobody else does */
  faults(variables: Variables, supplied?: readonly string[]): string[];
}

/** What is wrong with the variables, all of it. No message shows a secret. */
export class WrongSettings extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      faults.length === 1
        ? faults[0]
        : `${faults.length} settings are wrong:${faults.map((one) => `\n    ${one}`).join('')}`,
    );
  }
}

/**
 * Declares the settings that belong together.
 * @param check faults between them; is not told those that a composition may supply
 */
export function settingsOf<const Declared extends Readonly<Record<string, Setting>>>(
  namespace: string,
  declared: Declared,
  check: (values: ValuesOf<Declared>) => string[] = () => [],
): Settings<ValuesOf<Declared>> {
  type Values = ValuesOf<Declared>;
  const inspect = (variables: Variables, supplied: readonly string[]) => {
    const values: Record<string, unknown> = {};
    const faults: string[] = [];
    for (const [key, one] of Object.entries(declared)) {
      if (supplied.includes(one.name) && !variables[one.name]) continue;
      try {
        values[key] = valueOf(one, variables);
      } catch (error) {
        faults.push((error as Error).message);
      }
    }
    return { values: values as Values, faults: faults.length > 0 ? faults : check(values as Values) };
  };
  const read = (variables: Variables): Values => {
    const { values, faults } = inspect(variables, []);
    if (faults.length > 0) throw new WrongSettings(faults);
    return values;
  };
  return Object.assign(
    registerAs(namespace, () => read(process.env)),
    {
      namespace,
      declared: Object.values(declared),
      read,
      faults: (variables: Variables, supplied: readonly string[] = []) => inspect(variables, supplied).faults,
    },
  );
}

/**
 * Checks all settings of a process, before anything of it starts.
 * @returns hints: variables that are probably misspelled
 * @throws WrongSettings that names everything that is missing or malformed
 */
export function checkSettings(
  variables: Variables,
  settings: readonly Settings[],
  supplied: readonly string[] = [],
): string[] {
  const faults = settings.flatMap((one) => one.faults(variables, supplied));
  if (faults.length > 0) throw new WrongSettings(faults);
  return misspelled(
    variables,
    settings.flatMap(({ declared }) => declared),
  );
}

/** `ConfigModule` with these namespaces, from the given variables alone: no `.env` file, nothing else of the process. */
export const settingsModule = (variables: Variables, settings: readonly Settings[]): Promise<DynamicModule> =>
  ConfigModule.forRoot({
    isGlobal: true,
    ignoreEnvFile: true,
    validatePredefined: false,
    skipProcessEnv: true,
    load: settings.map((one) => registerAs(one.namespace, () => one.read(variables))),
  });
