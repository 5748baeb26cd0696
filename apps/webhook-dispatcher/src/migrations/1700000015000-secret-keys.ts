import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of encrypted secrets by the id of their key, in events and stored responses. */
export class SecretKeys1700000015000 implements MigrationInterface {
  readonly name = 'SecretKeys1700000015000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('the rotation of keys needs these indexes');
  }
}

/** The same expression as in `encrypted-secrets.ts`. */
const keyId = (ciphertext: string) =>
  `(CASE WHEN strpos(${ciphertext}, ':') > 0 THEN split_part(${ciphertext}, ':', 1) ELSE '0' END)`;

const statements = [
  `CREATE INDEX events_secret_key ON events (${keyId(`(data ->> 'sealedSecret')`)})
   WHERE type IN ('created', 'secret_rotated')`,
  `CREATE INDEX idempotency_secret_key ON idempotency (${keyId('answer')}) WHERE answer NOT LIKE '{%'`,
];
