import { Database } from '@corridor/event-store';
import { type StaffKeyResource, type StaffResource, permissionsOf } from '@corridor/gateway-contract';
import { type Caller, Clock, type Timestamp, nowOf } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../identities.js';
import { operatorCaller } from '../operator/operator-key.js';
import { mailKey } from '../user/user.view.js';

/** A member of staff who acts, and the key if one was used. */
export interface StaffIdentity {
  readonly staff: StaffResource;
  readonly key: StaffKeyResource | null;
}

/** What a member logs in with. */
export interface StaffLogin {
  readonly staffId: string;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
  /** When another member gave the password; null if it is a chosen one. */
  readonly givenOn: Timestamp | null;
  /** How often the password was reset: failed logins before no longer count. */
  readonly resets: number;
  /** Encrypted, of an authenticator that was issued; a login needs its codes once it is enrolled. */
  readonly secret: string | null;
  readonly isEnrolled: boolean;
  readonly lastStep: number;
}

/** Of a member who is active. */
const ACTIVE = `s.data ->> 'status' = 'ACTIVE'`;

/** Of a key. */
const worksAt = (time: string) => `NOT c.is_revoked AND coalesce(k.data ->> 'expiresOn' > ${time}, true)`;

/**
 * Looks up who acts. Nothing is remembered: who is disabled or logged out is so with the next request, in every process.
 */
@Injectable()
export class StaffIdentities {
  private hasStaff = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  bySession(sessionId: string, staffId: string): Promise<StaffIdentity | null> {
    return this.one(
      `SELECT s.data::text AS staff, NULL AS key FROM staff_session x JOIN staff s ON s.id = x.staff_id
       WHERE x.id = $1 AND x.staff_id = $2 AND ${ACTIVE}`,
      [sessionId, staffId],
    );
  }

  byDigest(digest: string): Promise<StaffIdentity | null> {
    return this.one(
      `SELECT s.data::text AS staff, k.data::text AS key FROM staff_credential c
       JOIN staff_key k ON k.id = c.key_id JOIN staff s ON s.id = c.staff_id
       WHERE c.digest = $1 AND ${worksAt('$2')} AND ${ACTIVE}`,
      [digest, nowOf(this.clock)],
    );
  }

  /** Who asked for a command earlier. Null if they, or the key that they used, may do nothing any more. */
  byAsker(staffId: string, keyId: string | null): Promise<StaffIdentity | null> {
    if (keyId === null)
      return this.one(
        `SELECT s.data::text AS staff, NULL AS key FROM staff s WHERE s.id = $1 AND ${ACTIVE}`,
        [staffId],
      );
    return this.one(
      `SELECT s.data::text AS staff, k.data::text AS key FROM staff_credential c
       JOIN staff_key k ON k.id = c.key_id JOIN staff s ON s.id = c.staff_id
       WHERE c.key_id = $1 AND c.staff_id = $2 AND ${worksAt('$3')} AND ${ACTIVE}`,
      [keyId, staffId, nowOf(this.clock)],
    );
  }

  /** As its failed logins are counted: those before a new password no longer are. */
  account(email: string) {
    const find = async () => {
      const login = await this.login(email);
      return login && { ...login, userId: login.staffId, unlocks: login.resets };
    };
    return { name: `staff ${mailKey(email)}`, find };
  }

  private async login(email: string): Promise<StaffLogin | null> {
    const [login] = await this.database.query<StaffLogin>(
      `SELECT staff_id AS "staffId", password_hash AS "passwordHash", is_disabled AS "isDisabled", given_on AS "givenOn", resets,
         secret, is_enrolled AS "isEnrolled", last_step AS "lastStep" FROM staff_login WHERE email = $1`,
      [mailKey(email)],
    );
    return login ?? null;
  }

  /** Whether there is any member, who may be disabled. Once there is one, there always is. */
  async exist(): Promise<boolean> {
    this.hasStaff ||= (await this.database.query('SELECT 1 FROM staff LIMIT 1')).length > 0;
    return this.hasStaff;
  }

  private async one(sql: string, values: string[]): Promise<StaffIdentity | null> {
    const [row] = await this.database.query<{ staff: string; key: string | null }>(sql, values);
    if (!row) return null;
    return {
      staff: JSON.parse(row.staff) as StaffResource,
      key: row.key === null ? null : (JSON.parse(row.key) as StaffKeyResource),
    };
  }
}

/** As the services see a member of staff. A key has at most the roles that its member still has. */
export function staffCaller({ staff, key }: StaffIdentity, context: RequestContext): Caller {
  const roles = key ? key.roles.filter((role) => staff.roles.includes(role)) : staff.roles;
  return operatorCaller(context, {
    user: { id: staff.id, name: `${staff.firstName} ${staff.lastName}` },
    apiKeyId: key?.id ?? null,
    permissions: permissionsOf(roles),
  });
}
