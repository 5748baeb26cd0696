import type { Timestamp } from '@corridor/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The credentials of a login. Written with the user's creation, see `projectLogin`. */
@Entity('login')
export class Login {
  /** Normalized by `mailKey`. */
  @PrimaryColumn('text')
  email: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'client_id' })
  clientId: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  /** When staff gave the password; null if the user has chosen it. */
  @Column('text', { name: 'given_on', nullable: true })
  givenOn: Timestamp | null;

  /** How often the operator has unlocked it. */
  @Column('integer')
  unlocks: number;

  /** How often the sessions of the user were ended. */
  @Column('integer', { name: 'sessions_ended' })
  sessionsEnded: number;
}
