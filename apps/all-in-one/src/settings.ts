import { type Setting, textSetting } from '@corridor/platform';

/** What the composition in one process reads beside the services' own settings. */
export const allInOneSettings: readonly Setting[] = [
  textSetting('DATA_DIR', '.corridor/data', 'data directory of the embedded Postgres'),
  textSetting(
    'DEMO_API_KEY',
    'ck_sandbox_demo_acme_trading',
    'API key of the first demo client, at least 16 characters',
  ),
  textSetting('DEMO_API_KEY_2', 'ck_sandbox_demo_globex_gmbh', 'API key of the second demo client'),
  textSetting(
    'DEMO_EMAIL',
    'demo@corridor.example',
    'login of the first demo client; that of the second has the prefix `second.`',
  ),
  textSetting('DEMO_PASSWORD', 'corridor-demo-password', 'password of both demo users'),
];
