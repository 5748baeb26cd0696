import { Database } from '@corridor/event-store';
import { Clock, type Timestamp, refuse, timestamp } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable, Logger } from '@nestjs/common';
import { mailKey } from '../user/user.view.js';
import { isPassword } from './password.js';

/** Where logins are. */
export type Logins = 'login' | 'staff_login';

/** Later it is a password that somebody has forgotten to have replaced. */
const TOLD_DAYS = 30;
/** How long the health has it, unless the account is locked or gets another password. */
const REPORTED_DAYS = 3;

const OWNERS = { login: 'user_id', staff_login: 'staff_id' } as const;
const LOCKED_BY = { login: 'users', staff_login: 'staff' } as const;

interface Used {
  readonly id: string;
  readonly hash: string;
  readonly on: Timestamp;
  readonly address: string | null;
}

/** Before the hash of a password is replaced: what is kept of one that staff gave (ADR 71). */
export const keepUsed = (on: string, request: string): string =>
  `used_hash = CASE WHEN given_on IS NULL THEN used_hash ELSE password_hash END,
   used_on = CASE WHEN given_on IS NULL THEN used_on ELSE ${on} END,
   used_by_request = CASE WHEN given_on IS NULL THEN used_by_request ELSE ${request} END`;

/** Once staff have locked the account, or given another password. */
export const FORGET_USED = 'used_hash = NULL, tried_again_on = NULL';

/**
 * First passwords that a login has replaced. Whoever gave one can be first: then the owner, who is second, learns it, and so do staff.
 */
@Injectable()
export class UsedPasswords {
  private readonly log = new Logger('gateway');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    readiness: Readiness,
  ) {
    readiness.reports('first passwords', () => this.mustBeWell());
  }

  /**
   * Of a login that is rejected; every one takes the time of this comparison.
   * @param from the address of the request
   * @throws Refusal `first_password_used` if its password was a given one, and is used
   */
  async mustNotBe(logins: Logins, email: string, password: string, from: string): Promise<void> {
    const used = await this.ofLogin(logins, email);
    const matches = await isPassword(password, used?.hash ?? null);
    if (!used || !matches) return;
    const { id, on, address } = used;
    await this.database.query(`UPDATE ${logins} SET tried_again_on = $2 WHERE ${OWNERS[logins]} = $1`, [
      id,
      timestamp(this.clock.now()),
    ]);
    const use = `on ${on} (UTC) from ${address ?? 'an unknown address'}`;
    this.log.error(`the first password of ${id}, which was used ${use}, was tried again from ${from}`);
    throw refuse(
      'first_password_used',
      `This password was used ${use}, and replaced. If that was not you, somebody else has your account: have it locked at once, with \`corridor ${LOCKED_BY[logins]} disable ${id}\`.`,
    );
  }

  /** The audit has the address; null until its entry is written. */
  private async ofLogin(logins: Logins, email: string): Promise<Used | undefined> {
    const [used] = await this.database.query<Used>(
      `SELECT l.id, l.hash, l."on", (SELECT a.data ->> 'address' FROM audited_command a
         WHERE a.client_id = 'operator' AND a.request_id = l.request AND a.record_id = l.id AND a.outcome = 'SUCCEEDED' LIMIT 1) AS address
       FROM (SELECT ${OWNERS[logins]} AS id, used_hash AS hash, used_on AS "on", used_by_request AS request
         FROM ${logins} WHERE email = $1 AND used_hash IS NOT NULL AND used_on > $2) AS l`,
      [mailKey(email), this.daysAgo(TOLD_DAYS)],
    );
    return used;
  }

  /** @throws Refusal that says for how many accounts one was tried again; the log and the audit name them */
  private async mustBeWell(): Promise<void> {
    const rows = await this.database.query(
      `SELECT FROM login WHERE tried_again_on > $1 UNION ALL SELECT FROM staff_login WHERE tried_again_on > $1`,
      [this.daysAgo(REPORTED_DAYS)],
    );
    if (rows.length > 0)
      throw refuse('unavailable', `tried again after they had been used, for accounts: ${rows.length}`);
  }

  private daysAgo(days: number): Timestamp {
    return timestamp(new Date(this.clock.now().getTime() - days * 86_400_000));
  }
}
