import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where money for a wallet arrives. Written when the accounts are issued, see `projectReceivingAccount`. */
@Entity('receiving_account')
export class ReceivingAccountRow {
  @PrimaryColumn('text', { name: 'wallet_id' })
  walletId: string;

  @Column('text', { name: 'client_id' })
  clientId: string;

  @Column('text', { name: 'ccy_code' })
  ccyCode: string;

  @Column('text', { name: 'routing_code' })
  routingCode: string;

  @Column('text', { name: 'account_number' })
  accountNumber: string;

  @Column('text', { nullable: true })
  iban: string | null;
}
