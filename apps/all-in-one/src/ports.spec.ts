import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isNonProduction } from '@corridor/http';
import type { Environment } from '@corridor/kernel';
import { SIMULATED, type Setting } from '@corridor/platform';
import type { DynamicModule, Type } from '@nestjs/common';
import { modulesIn, services } from './modules.js';

/** The settings that select the adapters of ports, with the namespace of each. */
const ports = services.flatMap(({ settings }) =>
  settings.flatMap((namespace) =>
    namespace.declared.filter(({ port }) => port !== undefined).map((setting) => ({ namespace, setting })),
  ),
);

/** The classes of ports: of their adapters each says whether it is simulated. */
const classes = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/(contract\/)?src\/.*(?<!\.(spec|fixture))\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').split('abstract readonly isSimulated'))
    .filter(({ length }) => length > 1)
    .map(([before = '']) => /.*abstract class (\w+)/s.exec(before)?.[1] ?? before),
);

describe.each(ports.map(({ setting: { name }, ...more }) => ({ name, ...more })))('$name', (one) => {
  const setting = ports.find(({ setting: { name } }) => name === one.name)?.setting as Setting;
  const errors = (variables: Record<string, string>) =>
    one.namespace.errors(variables).filter((error) => error.startsWith(one.name));

  test('is simulated in a sandbox unless it is set', () => {
    expect([setting.sandboxDefault, setting.default]).toEqual([SIMULATED, null]);
    expect(errors({})).toEqual([]);
  });

  test('is missing in PRODUCTION unless it is set', () =>
    expect(errors({ ENVIRONMENT: 'PRODUCTION' })).toEqual([expect.stringContaining('must be set: ')]));

  test('is not offered as simulated in PRODUCTION', () =>
    expect(
      ['', 'nonsense'].flatMap((value) => errors({ ENVIRONMENT: 'PRODUCTION', [one.name]: value })).join(),
    ).not.toContain(SIMULATED));

  test('is refused in PRODUCTION if it is simulated', () =>
    expect(errors({ ENVIRONMENT: 'PRODUCTION', [one.name]: SIMULATED })).toEqual([
      `${one.name}: a simulated ${setting.port} is refused in PRODUCTION`,
    ]));
});

test('each port is selected by such a setting', () => expect(classes).toHaveLength(ports.length));

/** Controllers and classes of providers of an environment, as modules list them. */
function partsIn(environment: Environment): Type[] {
  return modulesIn(environment).flatMap((one) => {
    const {
      module,
      controllers = [],
      providers = [],
    } = 'module' in one ? one : ({ module: one } as DynamicModule);
    const listed = ['controllers', 'providers'].flatMap(
      (key) => (Reflect.getMetadata(key, module) ?? []) as unknown[],
    );
    return [...controllers, ...providers, ...listed].flatMap((part) => {
      if (typeof part === 'function') return [part as Type];
      const { useClass } = part as { useClass?: Type };
      return useClass ? [useClass] : [];
    });
  });
}
/** Every class that a sandbox alone may have, by its name. */
const isOfSandbox = ({ name }: Type) =>
  /^Simulated|Simulators?Controller$|^Due(Conversions|Payments|Retries)$/.test(name);

test('a sandbox has simulators and test clocks, PRODUCTION none, before any setting is read', () => {
  expect(partsIn('SANDBOX').filter(isOfSandbox).length).toBeGreaterThanOrEqual(8);
  expect(partsIn('SANDBOX').some(isNonProduction)).toBe(true);
  const found = partsIn('PRODUCTION').filter((part) => isOfSandbox(part) || isNonProduction(part));
  expect(found).toEqual([]);
});
