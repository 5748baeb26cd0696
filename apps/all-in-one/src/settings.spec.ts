import { ALL_IN_ONE, DISTRIBUTED } from './check-start.js';
import { allInOneSettings, demoSettings } from './settings.js';

test.each([
  [{ DEMO_EMAIL: 'foo' }, 'DEMO_EMAIL must be an email address, not "foo"'],
  [
    { DEMO_EMAIL: `${'a'.repeat(60)}@b.example` }, // too long with the prefix of the second client
    `DEMO_EMAIL must be an email address, not "${'a'.repeat(60)}@b.example"`,
  ],
  [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have at least 8 characters'],
])('%j is refused at the start', (variables, error) =>
  expect(demoSettings.errors(variables)).toEqual([error]),
);

/** Addresses can contain a password, which is the matter of their server. */
const isAddress = (name: string) => name.endsWith('_URL');
const secrets = [ALL_IN_ONE, DISTRIBUTED].flatMap(({ settings }) =>
  settings.flatMap((namespace) =>
    namespace.declared
      .filter(({ name, isSecret }) => isSecret && !isAddress(name))
      .map(({ name }) => ({ namespace, name })),
  ),
);

test('each secret has at least 32 bytes in PRODUCTION', () => {
  expect(new Set(secrets.map(({ name }) => name)).size).toBeGreaterThanOrEqual(3);
  for (const { namespace, name } of secrets) {
    const errors = (bytes: number) =>
      namespace
        .errors({ ENVIRONMENT: 'PRODUCTION', [name]: 'x'.repeat(bytes) })
        .filter((error) => error.startsWith(name));
    expect([name, errors(31).length, errors(32)]).toEqual([name, 1, []]);
  }
});

test('the data of the two environments is in different folders', () => {
  const { dataDir } = allInOneSettings.read({});
  expect([dataDir, allInOneSettings.read({ ENVIRONMENT: 'PRODUCTION' }).dataDir]).toEqual([
    '.corridor/data',
    '.corridor/production',
  ]);
});
