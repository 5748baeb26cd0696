import { demoSettings } from './settings.js';

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
