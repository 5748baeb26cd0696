import { SECOND, gatewaySettings } from '@corridor/gateway';
import { type Variables, environmentSetting, valueOf } from '@corridor/platform';
import { demoSettings } from '../settings.js';

/** The credentials of the two demo clients (decisions §10), and of the administrator who creates them. */
export interface Demo {
  readonly operatorKey: string;
  readonly staff: DemoStaff;
  readonly clients: readonly DemoClient[];
}

/** Somebody who can log in, and a key. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

export type DemoStaff = Credentials;

export interface DemoClient extends Credentials {
  readonly name: string;
  readonly code: string;
}

/** @returns null in PRODUCTION, where no credential may be predefined; `demoSettings` refuses one that is set there */
export function demoOf(variables: Variables): Demo | null {
  if (valueOf(environmentSetting, variables) === 'PRODUCTION') return null;
  const { operatorKey } = gatewaySettings.read(variables);
  if (operatorKey === null) throw new Error('a sandbox has an operator key by default');
  const { email, password, apiKey, secondApiKey, ...others } = demoSettings.read(variables);
  return {
    operatorKey,
    staff: { email: others.staffEmail, password: others.staffPassword, apiKey: others.staffApiKey },
    clients: [
      { name: 'Acme Trading Ltd', code: 'ACME', email, password, apiKey },
      { name: 'Globex GmbH', code: 'GLOBEX', email: `${SECOND}${email}`, password, apiKey: secondApiKey },
    ],
  };
}
