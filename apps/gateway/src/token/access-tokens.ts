import { randomUUID } from 'node:crypto';
import { type Clock, type Environment, type Timestamp, timestamp } from '@corridor/kernel';
import { SignJWT, jwtVerify } from 'jose';

export const TOKEN_LIFETIME_SECONDS = 1800;
const ALGORITHM = 'HS256';
const ISSUER = 'corridor';

export interface AccessToken {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly expiresIn: number;
  readonly expiresOn: Timestamp;
}

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

/** Bearer tokens (decisions §4): one algorithm, one audience, one environment, valid for half an hour. */
abstract class Tokens {
  private readonly audience: string;

  constructor(
    private readonly key: Uint8Array,
    environment: Environment,
    protected readonly clock: Clock,
    surface: string,
  ) {
    this.audience = `corridor-${surface}-${environment.toLowerCase()}`;
  }

  async issue(
    userId: string,
    { jwtId = randomUUID(), sessionsEnded = 0 }: Issued = {},
  ): Promise<AccessToken> {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = issuedAt + TOKEN_LIFETIME_SECONDS;
    const accessToken = await new SignJWT({ [SESSIONS]: sessionsEnded })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(this.audience)
      .setSubject(userId)
      .setJti(jwtId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.key);
    const expiresOn = timestamp(new Date(expiresAt * 1000));
    return { accessToken, tokenType: 'Bearer', expiresIn: TOKEN_LIFETIME_SECONDS, expiresOn };
  }

  /** Null for anything except an unexpired token of this system. */
  async read(token: string): Promise<Token | null> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: this.audience,
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        currentDate: this.clock.now(),
      });
      const sessionsEnded = (payload[SESSIONS] as number | undefined) ?? 0;
      return { userId: payload.sub as string, jwtId: payload.jti as string, sessionsEnded };
    } catch {
      return null;
    }
  }
}

/** Tokens of users of clients, for the API. */
export class AccessTokens extends Tokens {
  constructor(key: Uint8Array, environment: Environment, clock: Clock) {
    super(key, environment, clock, 'api');
  }
}

/** Tokens of staff, for the operator's interface. Each belongs to a session, whose id is `jti`. */
export class StaffTokens extends Tokens {
  constructor(key: Uint8Array, environment: Environment, clock: Clock) {
    super(key, environment, clock, 'operator');
  }
}
