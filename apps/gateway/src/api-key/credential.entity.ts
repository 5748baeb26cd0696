import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The lookup of a key. Written with the key's creation and revocation, see `projectCredential`. */
@Entity('credential')
export class Credential {
  /** SHA-256 of the key. */
  @PrimaryColumn('text')
  digest: string;

  @Column('text', { name: 'api_key_id' })
  apiKeyId: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('boolean', { name: 'is_revoked' })
  isRevoked: boolean;

  /** Null before the first use. */
  @Column('timestamptz', { name: 'last_used_on', nullable: true })
  lastUsedOn: Date | null;
}
