import { migrationOf } from '@corridor/event-store';

/** The same expression as in `encrypted-secrets.ts`. */
const keyId = (ciphertext: string) =>
  `(CASE WHEN strpos(${ciphertext}, ':') > 0 THEN split_part(${ciphertext}, ':', 1) ELSE '0' END)`;

/** Indexes of encrypted secrets by the id of their key, in events and stored responses. */
export const SecretKeys1700000015000 = migrationOf(
  'SecretKeys1700000015000',
  [
    `CREATE INDEX events_secret_key ON events (${keyId(`(data ->> 'sealedSecret')`)})
   WHERE type IN ('created', 'secret_rotated')`,
    `CREATE INDEX idempotency_secret_key ON idempotency (${keyId('answer')}) WHERE answer NOT LIKE '{%'`,
  ],
  'the rotation of keys needs these indexes',
);
