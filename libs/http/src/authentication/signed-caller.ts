import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Caller, refuse } from '@corridor/kernel';
import { SignJWT, jwtVerify } from 'jose';

/** The header in which the gateway passes the caller to the services. */
export const CALLER_HEADER = 'x-corridor-caller';
const LIFETIME_SECONDS = 30;
const ALGORITHM = 'HS256';
const ISSUER = 'corridor-gateway';
/** The minimum length of a secret, in bytes. */
export const MIN_SECRET_BYTES = 32;

interface Signing {
  /** The kinds of commands of the caller that need a second person. */
  readonly fourEyes?: readonly string[] | undefined;
  readonly now?: Date;
}

/**
 * The gateway's signed statement of who is calling, valid for one method and path and half a minute. It does not cover
 * the body: the network between gateway and services has to be private.
 */
export class SignedCaller {
  private readonly key: KeyObject;
  private readonly accepted: readonly KeyObject[];

  /** @param accepted other secrets that the gateway may sign with, while `secret` is replaced */
  constructor(secret: string, ...accepted: readonly string[]) {
    this.accepted = [secret, ...accepted].map(keyOf);
    this.key = keyOf(secret);
  }

  sign(
    caller: Caller,
    method: string,
    path: string,
    { fourEyes = [], now = new Date() }: Signing = {},
  ): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ caller: { ...caller }, fourEyes, method, path })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(this.key);
  }

  /** @throws Refusal `unauthenticated` for anything but an unexpired signature of this method and path */
  async verify(
    token: unknown,
    method: string,
    path: string,
    now = new Date(),
  ): Promise<Pick<Claims, 'caller' | 'fourEyes'>> {
    const claims = await this.claims(token, now);
    if (!claims || claims.method !== method || claims.path !== path) throw refuse('unauthenticated');
    return claims;
  }

  private async claims(token: unknown, currentDate: Date): Promise<Claims | null> {
    if (typeof token !== 'string') return null;
    const options = {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['exp', 'iat'],
      currentDate,
    };
    for (const key of this.accepted) {
      const verified = await jwtVerify<Claims>(token, key, options).catch(() => null);
      if (verified) return verified.payload;
    }
    return null;
  }
}

function keyOf(secret: string): KeyObject {
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES)
    throw new Error(`CALLER_SECRET must have at least ${MIN_SECRET_BYTES} bytes`);
  return createSecretKey(Buffer.from(secret));
}

interface Claims {
  readonly caller: Caller;
  /** Missing in those of a gateway that does not know it: everything needs a second person. */
  readonly fourEyes?: readonly string[];
  readonly method: string;
  readonly path: string;
}
