import { hkdfSync, randomBytes } from 'node:crypto';
import { SecretCipher } from '@corridor/event-store';
import type { Environment } from '@corridor/kernel';
import type { Config } from '@corridor/platform';

/** What the operator sets of the gateway. */
export class GatewaySettings {
  readonly environment: Environment;
  /** Empty: the operator surface lets nobody in. PRODUCTION has no default. */
  readonly operatorKey: string;
  /** Signs access tokens. Not the key that signs callers: neither can stand for the other. */
  readonly tokenKey: Uint8Array;
  /** Keeps answers that show the secret of a new API key. */
  readonly cipher: SecretCipher;

  constructor(config: Pick<Config, 'environment' | 'text'>) {
    this.environment = config.environment;
    this.operatorKey = config.text(
      'OPERATOR_KEY',
      config.environment === 'SANDBOX' ? 'corridor-operator-key' : '',
    );
    // Without a secret, access tokens and sealed answers end with the process; with several gateways it has to be set.
    const secret = config.text('CALLER_SECRET', '') || randomBytes(32).toString('hex');
    this.tokenKey = new Uint8Array(hkdfSync('sha256', secret, '', 'corridor access token', 32));
    this.cipher = new SecretCipher(secret, 'corridor sealed answers');
  }
}
