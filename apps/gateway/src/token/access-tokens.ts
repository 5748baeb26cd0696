import { randomUUID } from 'node:crypto';
import { type Clock, type Environment, type Timestamp, timestamp } from '@corridor/kernel';
import { type JWTPayload, SignJWT, jwtVerify } from 'jose';

export const TOKEN_LIFETIME_SECONDS = 1800;
const ALGORITHM = 'HS256';
const ISSUER = 'corridor';

export interface AccessToken {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly expiresIn: number;
  readonly expiresOn: Timestamp;
}

type Keys = readonly [Uint8Array, ...Uint8Array[]];

/** What a token says. */
export interface Token {
  readonly userId: string;
  readonly jwtId: string;
  /** How often the sessions of the user had been ended when it was issued. */
  readonly sessionsEnded: number;
}

interface Issued {
  readonly jwtId?: string;
  readonly sessionsEnded?: number;
}

/** The claim with {@link Token.sessionsEnded}; 0 in tokens without it. */
const SESSIONS = 'sessions_ended';

/** Bearer tokens (decisions §4): one algorithm, one audience, one environment, valid for half an hour if nothing else is said. */
abstract class Tokens {
  private readonly audience: string;

  /** @param keys the first one signs, and all are accepted */
  constructor(
    private readonly keys: Keys,
    environment: Environment,
    protected readonly clock: Clock,
    surface: string,
    private readonly lifetimeSeconds: number = TOKEN_LIFETIME_SECONDS,
  ) {
    this.audience = `corridor-${surface}-${environment.toLowerCase()}`;
  }

  async issue(
    userId: string,
    { jwtId = randomUUID(), sessionsEnded = 0 }: Issued = {},
  ): Promise<AccessToken> {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = issuedAt + this.lifetimeSeconds;
    const accessToken = await new SignJWT({ [SESSIONS]: sessionsEnded })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(this.audience)
      .setSubject(userId)
      .setJti(jwtId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.keys[0]);
    const expiresOn = timestamp(new Date(expiresAt * 1000));
    return { accessToken, tokenType: 'Bearer', expiresIn: this.lifetimeSeconds, expiresOn };
  }

  /** Null for anything except an unexpired token of this system. */
  async read(token: string): Promise<Token | null> {
    const options = {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: this.audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: this.clock.now(),
    };
    for (const key of this.keys) {
      const verified = await jwtVerify(token, key, options).catch(() => null);
      if (verified) return tokenIn(verified.payload);
    }
    return null;
  }
}

function tokenIn(payload: JWTPayload): Token {
  const sessionsEnded = (payload[SESSIONS] as number | undefined) ?? 0;
  return { userId: payload.sub as string, jwtId: payload.jti as string, sessionsEnded };
}

/** Tokens of users of clients, for the API. */
export class AccessTokens extends Tokens {
  constructor(keys: Keys, environment: Environment, clock: Clock) {
    super(keys, environment, clock, 'api');
  }
}

/** Tokens of staff, for the operator's interface. Each belongs to a session, whose id is `jti`. */
export class StaffTokens extends Tokens {
  constructor(keys: Keys, environment: Environment, clock: Clock) {
    super(keys, environment, clock, 'operator');
  }
}

/** A working day: then somebody has to sign in again, whatever they do. */
export const SESSION_LIFETIME_SECONDS = 12 * 3600;

/** What the cookie of the console holds. It opens nothing but the route that issues access tokens for it. */
export class SessionTokens extends Tokens {
  constructor(keys: Keys, environment: Environment, clock: Clock) {
    super(keys, environment, clock, 'console', SESSION_LIFETIME_SECONDS);
  }
}
