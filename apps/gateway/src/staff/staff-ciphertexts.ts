import { Database, EventStore, type SecretCipher, UndecipherableError } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Job, type PlatformSettings, type SecretCount, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { encryptAuthenticator, staff } from './staff.js';
import { STAFF_CIPHER } from './staff-cipher.js';

const HOUR_MS = 3_600_000;

/** While CALLER_SECRET is replaced: encrypts with its first secret what an earlier one has encrypted of authenticators. */
@Injectable()
export class StaffCiphertexts extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    @Inject(STAFF_CIPHER) private readonly cipher: SecretCipher,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {
    super(HOUR_MS);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    void this.task.turn();
  }

  /** Any number of processes may do so. */
  override async turn(): Promise<void> {
    await this.rotateSome();
  }

  async count(): Promise<SecretCount> {
    const logins = await this.logins();
    return {
      total: logins.length,
      earlier: logins.filter(({ secret }) => this.cipher.isEarlier(secret)).length,
    };
  }

  /** @returns how many are encrypted again */
  async rotateSome(): Promise<number> {
    let rotated = 0;
    for (const { staffId, secret } of await this.logins())
      if (!this.cipher.isCurrent(secret) && (await this.encryptAgain(staffId, secret))) rotated++;
    return rotated;
  }

  private logins(): Promise<{ staffId: string; secret: string }[]> {
    return this.database.query(
      'SELECT staff_id AS "staffId", secret FROM staff_login WHERE secret IS NOT NULL ORDER BY staff_id',
    );
  }

  /** @returns false if that is not possible */
  private async encryptAgain(staffId: string, before: string): Promise<boolean> {
    const after = this.again(staffId, before);
    if (after === null) return false;
    await this.store.handle(staff, staffId, (state) => encryptAuthenticator(state, { before, after }), {
      caller: systemCaller(this.settings.environment, OPERATOR),
    });
    this.log.log(`the authenticator of ${staffId} is encrypted with the first secret of CALLER_SECRET`);
    return true;
  }

  /** Null if its secret is not among those of CALLER_SECRET any more. */
  private again(staffId: string, before: string): string | null {
    try {
      return this.cipher.encrypt(this.cipher.decrypt(before));
    } catch (error) {
      if (!(error instanceof UndecipherableError)) throw error;
      this.log.warn(
        `the authenticator of ${staffId} was encrypted with a secret that CALLER_SECRET does not have any more: it has to be removed`,
      );
      return null;
    }
  }
}
