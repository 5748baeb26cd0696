import { Database, type Projection } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { Reference } from '@corridor/kernel';
import { type BankSettings, bankSettings, operatorAccountOf } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountsEvent } from '../collection-accounts/collection-accounts.js';
import type { Line, Match } from './bank-credit.js';

/** Every account of every wallet, by which credits find their wallet. */
export const keepOwners: Projection<AccountsEvent> = (sql, recorded) => {
  for (const { event, caller } of recorded)
    sql.write(
      `INSERT INTO account_owner (account_number, ccy_code, wallet_id, client_id, client_name)
       SELECT number, $2, $3, $4, $5 FROM unnest($1::text[]) AS number ON CONFLICT DO NOTHING`,
      [
        event.collectionAccounts.map(({ accountNumber }) => accountNumber),
        event.ccyCode,
        event.walletId,
        caller.client.id,
        caller.client.name,
      ],
    );
};

interface Owner {
  readonly walletId: string;
  readonly clientId: string;
  readonly clientName: string;
}
type Owned = Omit<Match, 'inboundFundsId'>;

/** As numbers are stored: without spaces, in capitals. */
export const compact = (accountNumber: string): string => accountNumber.replace(/\s+/g, '').toUpperCase();

@Injectable()
export class AccountOwners {
  constructor(
    private readonly database: Database,
    @Inject(bankSettings.KEY)
    private readonly settings: BankSettings,
  ) {}

  /**
   * Where the money of a credit is: at the account that the bank has told, else at the credited one, or if a client or the pools have that,
   * at the one from which payments leave. Null if none is known, so nobody counts on money that may be somewhere else.
   */
  async bankAccountOf({ accountNumber, bankAccount, amount: { ccyCode } }: Line): Promise<string | null> {
    const { accounts } = this.settings;
    if (!accounts) return bankAccount ?? null;
    if (bankAccount) return operatorAccountOf(accounts, ccyCode, bankAccount);
    const number = compact(accountNumber);
    const credited = operatorAccountOf(accounts, ccyCode, number);
    return (
      credited ?? ((await this.isVirtual(number, ccyCode)) ? (accounts.get(ccyCode)?.[0] ?? null) : null)
    );
  }

  /**
   * By the credited account, then by what the sender has written; null if nobody is found, or several are. Null also for an account of
   * the pools that nobody has, or nobody any more, and for one that is neither of the operator nor of a client: a person decides.
   */
  async ownerOf({ accountNumber, bankAccount, reference, amount: { ccyCode } }: Line): Promise<Owned | null> {
    if (await this.isNobodys(compact(accountNumber))) return null;
    const [owner, ...others] = await this.owners([compact(accountNumber)], ccyCode);
    if (owner && others.length === 0) return owned('ACCOUNT', owner);
    if (this.settings.accounts && bankAccount === null) return null;
    const words = (reference ?? '').split(/[^\p{Letter}\p{Number}_]+/u).filter((word) => word.length >= 6);
    const named = await this.owners([...words.map(compact), compact(reference ?? '')], ccyCode, words);
    return named.length === 1 && named[0] ? owned('REFERENCE', named[0]) : null;
  }

  /** Of a client or of the pools, also if nobody has it any more. */
  private async isVirtual(number: string, ccyCode: string): Promise<boolean> {
    if ((await this.owners([number], ccyCode)).length > 0) return true;
    const found = await this.database.query(
      `SELECT FROM pool_account WHERE client_id = $1 AND (iban = $2 OR account_number = $2) LIMIT 1`,
      [OPERATOR.id, number],
    );
    return found.length > 0;
  }

  private async isNobodys(number: string): Promise<boolean> {
    const found = await this.database.query(
      `SELECT FROM pool_account WHERE client_id = $1 AND (iban = $2 OR account_number = $2)
       GROUP BY client_id HAVING bool_and(status <> 'ALLOCATED')`,
      [OPERATOR.id, number],
    );
    return found.length > 0;
  }

  /** The wallet of a client in the currency; null if there is none. */
  async ofClient(clientId: string, ccyCode: string): Promise<Owned | null> {
    const [owner] = await this.database.query<Owner>(
      `${OWNER} WHERE ccy_code = $1 AND client_id = $2 LIMIT 1`,
      [ccyCode, clientId],
    );
    return owner ? owned('STAFF', owner) : null;
  }

  private owners(
    numbers: readonly string[],
    ccyCode: string,
    walletIds: readonly string[] = [],
  ): Promise<Owner[]> {
    return this.database.query<Owner>(
      `${OWNER} WHERE ccy_code = $1 AND (account_number = ANY ($2) OR wallet_id = ANY ($3)) LIMIT 2`,
      [ccyCode, numbers, walletIds],
    );
  }
}

const OWNER = `SELECT DISTINCT wallet_id AS "walletId", client_id AS "clientId", client_name AS "clientName"
  FROM account_owner`;

const owned = (by: Match['by'], { walletId, clientId, clientName }: Owner): Owned => {
  const client: Reference = { id: clientId, name: clientName };
  return { by, walletId, client };
};
