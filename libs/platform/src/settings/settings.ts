import type { DynamicModule } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { misspelled } from './similar-names.js';
import { type Setting, type Variables, valueOf } from './setting.js';

type ValuesOf<Declared> = {
  readonly [Key in keyof Declared]: Declared[Key] extends Setting<infer Value> ? Value : never;
};

/** Declared settings as a namespace of `@nestjs/config`: injected by `KEY`, with the type `ConfigType<typeof settings>`. */
export interface Settings<Values extends object = object> {
  /** Reads the variables of the process, like every factory of `registerAs`. */
  (): Values;
  readonly KEY: string | symbol;
  readonly namespace: string;
  readonly declared: readonly Setting[];
  /** @throws InvalidSettings */
  read(variables: Variables): Values;
  /** @param supplied names of settings that the composition supplies if they are missing */
  errors(variables: Variables, supplied?: readonly string[]): string[];
}

/** All reasons for which something cannot start. No message shows a secret. */
export class CannotStart extends Error {
  /** @param what they are, in the plural */
  constructor(
    readonly errors: readonly string[],
    what = 'things to change',
  ) {
    super(
      errors.length === 1
        ? errors[0]
        : `${errors.length} ${what}:${errors.map((one) => `\n    ${one}`).join('')}`,
    );
  }
}

/** All errors in the variables. */
export class InvalidSettings extends CannotStart {
  constructor(errors: readonly string[]) {
    super(errors, 'invalid settings');
  }
}

/**
 * Declares the settings that belong together.
 * @param check finds errors between settings; it does not get those that are invalid or that a composition may supply
 */
export function settingsOf<const Declared extends Readonly<Record<string, Setting>>>(
  namespace: string,
  declared: Declared,
  check: (values: Partial<ValuesOf<Declared>>) => string[] = () => [],
): Settings<ValuesOf<Declared>> {
  type Values = ValuesOf<Declared>;
  const inspect = (variables: Variables, supplied: readonly string[]) => {
    const values: Record<string, unknown> = {};
    const errors: string[] = [];
    for (const [key, one] of Object.entries(declared)) {
      if (supplied.includes(one.name) && !variables[one.name]) continue;
      try {
        values[key] = valueOf(one, variables);
      } catch (error) {
        errors.push((error as Error).message);
      }
    }
    return { values: values as Values, errors: [...errors, ...check(values as Partial<Values>)] };
  };
  const read = (variables: Variables): Values => {
    const { values, errors } = inspect(variables, []);
    if (errors.length > 0) throw new InvalidSettings(errors);
    return values;
  };
  return Object.assign(
    registerAs(namespace, () => read(process.env)),
    {
      namespace,
      declared: Object.values(declared),
      read,
      errors: (variables: Variables, supplied: readonly string[] = []) => inspect(variables, supplied).errors,
    },
  );
}

/**
 * The same settings with an additional check by a service.
 * @param check throws an Error that names the variable and what is expected
 */
export const checkedBy = <Values extends object>(
  settings: Settings<Values>,
  check: (values: Values) => unknown,
): Settings<Values> =>
  Object.assign(() => settings(), settings, {
    errors(variables: Variables, supplied?: readonly string[]) {
      const errors = settings.errors(variables, supplied);
      if (errors.length > 0) return errors;
      try {
        check(settings.read(variables));
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    },
  });

/** What is missing or malformed in namespaces, each once: services share settings. */
export const errorsIn = (
  variables: Variables,
  settings: readonly Settings[],
  supplied: readonly string[] = [],
): string[] => [...new Set(settings.flatMap((one) => one.errors(variables, supplied)))];

/** Warnings: variables that are probably misspelled. */
export const misspelledIn = (variables: Variables, settings: readonly Settings[]): string[] =>
  misspelled(
    variables,
    settings.flatMap(({ declared }) => declared),
  );

/**
 * Checks all settings of a process before any part of it starts.
 * @returns warnings
 * @throws InvalidSettings that names everything that is missing or malformed
 */
export function checkSettings(variables: Variables, settings: readonly Settings[]): string[] {
  const errors = errorsIn(variables, settings);
  if (errors.length > 0) throw new InvalidSettings(errors);
  return misspelledIn(variables, settings);
}

/** `ConfigModule` with these namespaces, read from the given variables only: no `.env` file and no other environment. */
export const settingsModule = (variables: Variables, settings: readonly Settings[]): Promise<DynamicModule> =>
  ConfigModule.forRoot({
    isGlobal: true,
    ignoreEnvFile: true,
    validatePredefined: false,
    skipProcessEnv: true,
    load: settings.map((one) => registerAs(one.namespace, () => one.read(variables))),
  });
