import { DEMO, PASSWORD_LENGTH, SECOND, forwardingSettings, isEmail } from '@corridor/gateway';
import {
  type Settings,
  address,
  characters,
  kafkaSettings,
  optionalSetting,
  ownerSettings,
  postgresAddress,
  requiredSetting,
  setting,
  settingsOf,
  textSetting,
} from '@corridor/platform';
import { SERVICES } from '@corridor/services';

const KEPT = 'Does not change an existing login';

const credential = { rejectedInProduction: 'demo credentials' };

/** Credentials of the two demo clients (decisions §10), and of the demo administrator. */
export const demoSettings = settingsOf('demo', {
  apiKey: setting(
    'DEMO_API_KEY',
    DEMO.apiKey,
    'API key of the first demo client, at least 16 characters',
    characters(16),
    credential,
  ),
  secondApiKey: setting(
    'DEMO_API_KEY_2',
    DEMO.secondApiKey,
    'API key of the second demo client, at least 16 characters',
    characters(16),
    credential,
  ),
  email: setting(
    'DEMO_EMAIL',
    DEMO.email,
    `login of the first demo client; the prefix \`${SECOND}\` makes it that of the second. ${KEPT}`,
    emailOf,
    credential,
  ),
  password: setting(
    'DEMO_PASSWORD',
    DEMO.password,
    `password of both demo users, at least ${PASSWORD_LENGTH.min} characters. ${KEPT}`,
    characters(PASSWORD_LENGTH.min),
    credential,
  ),
  staffEmail: setting(
    'DEMO_STAFF_EMAIL',
    DEMO.staffEmail,
    `login of the demo administrator, who has all roles. ${KEPT}`,
    emailOf,
    credential,
  ),
  staffPassword: setting(
    'DEMO_STAFF_PASSWORD',
    DEMO.staffPassword,
    `password of the demo administrator, at least ${PASSWORD_LENGTH.min} characters. ${KEPT}`,
    characters(PASSWORD_LENGTH.min),
    credential,
  ),
  staffApiKey: setting(
    'DEMO_STAFF_API_KEY',
    DEMO.staffApiKey,
    'API key of the demo administrator, at least 16 characters',
    characters(16),
    credential,
  ),
});

/** The settings of the all-in-one composition, in addition to those of the services. */
export const allInOneSettings = settingsOf('all-in-one', {
  dataDir: textSetting(
    'DATA_DIR',
    '.corridor/production',
    'data directory of the embedded Postgres and of generated secrets; in PRODUCTION `.corridor/production`',
    { sandboxDefault: '.corridor/data' },
  ),
});

/** The variable with the user of a service: `INBOUND_FUNDS_DATABASE_URL`. */
export const databaseVariable = (service: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`;

/** Of the step that prepares the databases, where each service has a user of its own: the same as its `DATABASE_URL`. */
export const serviceUserSettings = settingsOf(
  'service-users',
  Object.fromEntries(
    SERVICES.map((name) => [
      name,
      optionalSetting(
        databaseVariable(name),
        `the step that migrates: the \`DATABASE_URL\` of \`${name}\`, if it has a user of its own`,
        postgresAddress,
        { isSecret: true },
      ),
    ]),
  ),
);

/** What the step that fills a sandbox reads. */
export const seedSettings = settingsOf('seed', {
  url: requiredSetting(
    'CORRIDOR_URL',
    'address of the gateway whose sandbox is filled',
    address('http', 'https'),
  ),
});

/** What no service has in its manifest: of the compositions, and of what they run beside the services. */
export const compositionSettings: readonly Settings[] = [
  ownerSettings,
  serviceUserSettings,
  kafkaSettings,
  forwardingSettings,
  allInOneSettings,
  demoSettings,
];

function emailOf(given: string): string {
  if (!isEmail(SECOND + given)) throw new Error(`must be an email address, not "${given}"`);
  return given;
}
