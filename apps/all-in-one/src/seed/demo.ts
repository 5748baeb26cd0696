import type { Config } from '@corridor/platform';

/** The credentials of the two demo clients (decisions §10). */
export interface Demo {
  readonly operatorKey: string;
  readonly clients: readonly DemoClient[];
}

export interface DemoClient {
  readonly name: string;
  readonly code: string;
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

const MIN_KEY_LENGTH = 16;

/** @returns null in PRODUCTION, where no credential may be known beforehand; @throws Error for a demo key there */
export function demoOf(config: Config): Demo | null {
  const set = ['DEMO_API_KEY', 'DEMO_API_KEY_2', 'DEMO_EMAIL', 'DEMO_PASSWORD'].filter((name) =>
    config.text(name, ''),
  );
  if (config.environment === 'PRODUCTION') {
    if (set.length > 0) throw new Error(`${set.join(', ')}: demo credentials are refused in PRODUCTION`);
    return null;
  }
  const key = (name: string, otherwise: string) => {
    const text = config.text(name, otherwise);
    if (text.length < MIN_KEY_LENGTH)
      throw new Error(`${name} must have at least ${MIN_KEY_LENGTH} characters`);
    return text;
  };
  const email = config.text('DEMO_EMAIL', 'demo@corridor.example');
  const password = config.text('DEMO_PASSWORD', 'corridor-demo-password');
  return {
    operatorKey: config.text('OPERATOR_KEY', 'corridor-operator-key'),
    clients: [
      {
        name: 'Acme Trading Ltd',
        code: 'ACME',
        email,
        password,
        apiKey: key('DEMO_API_KEY', 'ck_sandbox_demo_acme_trading'),
      },
      {
        name: 'Globex GmbH',
        code: 'GLOBEX',
        email: `second.${email}`,
        password,
        apiKey: key('DEMO_API_KEY_2', 'ck_sandbox_demo_globex_gmbh'),
      },
    ],
  };
}
