import { Database, SecretCipher } from '@corridor/event-store';
import { Runs, type SecretUse } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { BODY_CIPHER } from '../approval/approvals.js';
import { StaffCiphertexts } from '../staff/staff-ciphertexts.js';

const SETTING = 'CALLER_SECRET';
/** Limits how many are encrypted again in one step. */
const AT_ONCE = 200;

/** What the gateway has encrypted with CALLER_SECRET. Access tokens that it has signed end after half an hour, and are nowhere. */
@Injectable()
export class GatewaySecrets {
  constructor(
    runs: Runs,
    private readonly database: Database,
    private readonly staff: StaffCiphertexts,
    private readonly responses: SecretCipher,
    @Inject(BODY_CIPHER) private readonly bodies: SecretCipher,
  ) {
    runs.addSecrets(this.authenticators, this.storedResponses, this.commands);
  }

  private get authenticators(): SecretUse {
    return {
      ...{ setting: SETTING, what: 'authenticators of staff', endsWith: null },
      count: () => this.staff.count(),
      rotateSome: () => this.staff.rotateSome(),
    };
  }

  /** Of requests that have created API keys: they are repeated for some days. */
  private get storedResponses(): SecretUse {
    return {
      ...{ setting: SETTING, what: 'stored responses', endsWith: null },
      count: async () => countOf(this.responses, await this.encryptedResponses()),
      rotateSome: () => this.rotateResponses(),
    };
  }

  private get commands(): SecretUse {
    return {
      ...{ setting: SETTING, what: 'commands that wait for a second person' },
      endsWith: 'until they are decided or expire',
      count: async () => {
        const rows = await this.database.query<{ text: string }>(
          `SELECT events.data ->> 'sealed' AS text FROM approval JOIN events ON stream_id = approval.id AND version = 1
           WHERE (status = 'AWAITING_APPROVAL' OR status = 'APPROVED' AND approval.data ->> 'outcome' IS NULL)
             AND events.data ->> 'sealed' IS NOT NULL`,
        );
        return countOf(
          this.bodies,
          rows.map(({ text }) => text),
        );
      },
      rotateSome: async () => 0,
    };
  }

  private async encryptedResponses(): Promise<string[]> {
    const rows = await this.database.query<{ text: string }>(
      `SELECT response AS text FROM idempotency_key WHERE response NOT LIKE '{%'`,
    );
    return rows.map(({ text }) => text);
  }

  /** Each only if it is as it was read: it can be removed meanwhile, or encrypted again elsewhere. */
  private async rotateResponses(): Promise<number> {
    const earlier = (await this.encryptedResponses()).filter((text) => this.responses.isEarlier(text));
    const some = earlier.slice(0, AT_ONCE);
    const rows = await this.database.query(
      `UPDATE idempotency_key SET response = given.next FROM unnest($1::text[], $2::text[]) AS given (old, next)
       WHERE response = given.old RETURNING 1`,
      [some, some.map((text) => this.responses.encrypt(this.responses.decrypt(text)))],
    );
    return rows.length;
  }
}

export const countOf = (cipher: SecretCipher, texts: readonly string[]) => ({
  total: texts.length,
  earlier: texts.filter((text) => cipher.isEarlier(text)).length,
});
