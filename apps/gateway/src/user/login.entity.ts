import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a login is checked against. Written with the user's creation, see `projectLogin`. */
@Entity('login')
export class Login {
  /** As `mailKey` has it. */
  @PrimaryColumn('text')
  email: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'client_id' })
  clientId: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;
}
