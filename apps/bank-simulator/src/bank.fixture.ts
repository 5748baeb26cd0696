import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BankRecord, bytesOf, pacs008, pain001, readBankFile } from '@corridor/iso20022';
import { type AchRecord, isNacha, nachaFile, readNacha } from '@corridor/iso20022/nacha';
import { money } from '@corridor/kernel';
import { Bank } from './bank.js';
import { type Command, Commands } from './commands.js';
import { configurationFrom } from './configuration.js';
import { Disk } from './disk.js';
import type { Fields } from './rule-from.js';

export const POUNDS = 'GB33BUKB20201555555555';
export const EUROS = 'DE89370400440532013000';
export const DOLLARS = 'GB60BUKB20201544444444';
/** Of a beneficiary. */
export const MUSTER = 'DE02120300000000202051';
export const DAY = '2026-11-23';
const DAY_AFTER = '2026-11-24';

/** A payment of the customer. */
export interface Ordered {
  readonly reference: string;
  readonly cents?: bigint;
  readonly to?: string;
  readonly on?: string;
  readonly account?: string;
}

/** A debit by ACH of an account at another bank. */
export interface Debited {
  readonly reference: string;
  readonly cents: bigint;
  readonly account: string;
  readonly isPerson?: boolean;
}

/** A bank in folders of its own, its customer, and a clock. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'bank-'));
  readonly exchange = join(this.folder, 'rail');

  constructor(
    private readonly rules: readonly Fields[] = [],
    private now = Date.parse(`${DAY}T09:00:00Z`),
    private readonly hasDollars = false,
  ) {
    for (const name of ['out', 'in']) mkdirSync(join(this.exchange, name), { recursive: true });
  }

  /** As its process starts: it reads what the one before has left. */
  bank(disk = new Disk()): Bank {
    const configuration = configurationFrom(this.configuration, this.folder);
    return new Bank({ folder: this.folder, configuration, disk, now: () => this.now });
  }

  get configuration(): string {
    return JSON.stringify({
      ...{ exchange: 'rail', name: 'Demo Bank', bic: 'BUKBGB22XXX' },
      accounts: [
        { number: POUNDS, currency: 'GBP', opening: 1_000 },
        { number: EUROS, currency: 'EUR', opening: 500, creditLine: 10_000 },
        ...(this.hasDollars ? [{ number: DOLLARS, currency: 'USD' }] : []),
      ],
      rules: this.rules,
    });
  }

  /** Milliseconds. */
  get time(): number {
    return this.now;
  }

  passes(ms: number): void {
    this.now += ms;
  }

  /** A file of the customer, complete when it is there. */
  orders(
    messageId: string,
    payments: readonly Ordered[],
    name = `pain.001-${messageId}.xml`,
    isBetweenBanks = false,
  ): void {
    const text = fileOf(messageId, payments, isBetweenBanks);
    new Disk().replace(join(this.exchange, 'out', name), text);
  }

  debits(name: string, debits: readonly Debited[], effectiveOn = DAY_AFTER): void {
    const text = nachaFile({
      originator: {
        ...{ name: 'Corridor Payments Ltd', id: '1234567890' },
        ...{ bankRoutingNumber: '021000021', bankName: 'First Harbor Bank' },
      },
      ...{ createdOn: `${DAY}T09:00`, modifier: 'A', reference: '', effectiveOn, description: 'FUNDING' },
      debits: debits.map(({ reference, cents, account, isPerson = false }, i) => ({
        ...{ reference, sequence: i + 1, amount: money('USD', cents), accountNumber: account },
        ...{ routingNumber: '111000025', entryClass: isPerson ? 'PPD' : 'CCD', account: 'CHECKING' },
        holder: 'Northwind Imports Ltd',
      })),
    });
    new Disk().replace(join(this.exchange, 'out', name), text);
  }

  asks(verb: string, fields: Command['fields'] = {}): string {
    return new Commands(this.folder, new Disk()).ask({ verb, fields }, this.now++);
  }

  answer(id: string): string | undefined {
    return new Commands(this.folder, new Disk()).takeAnswer(id)?.text;
  }

  names(folder = join(this.exchange, 'in')): string[] {
    return readdirSync(folder).sort();
  }

  text(name: string): string {
    return readFileSync(join(this.exchange, 'in', name), 'utf8');
  }

  /** What the customer has got, in the order of the names of the files, and takes away. */
  async received(): Promise<Received[]> {
    const found: Received[] = [];
    for (const name of this.names()) {
      const source = bytesOf(name, this.text(name));
      const records = (await isNacha(source)) ? achOf(readNacha(source)) : readBankFile(source);
      for await (const record of records) found.push(record);
      rmSync(join(this.exchange, 'in', name));
    }
    return found;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function fileOf(messageId: string, payments: readonly Ordered[], isBetweenBanks: boolean): string {
  const agent = { bic: 'BUKBGB22XXX', clearing: null, name: null, country: null };
  const blocks = payments.map(
    ({ reference, cents = 100n, to = MUSTER, on = DAY, account = EUROS }, index) => {
      const ccyCode = account === POUNDS ? 'GBP' : 'EUR';
      return {
        id: `${messageId}-${index + 1}`,
        debtor: { name: 'Corridor Payments Ltd', address: null },
        account: { iban: account, number: null },
        ...{ ccyCode, agent, executionDate: on, serviceLevel: 'SEPA' as const, charges: 'SLEV' as const },
        transfers: [
          {
            reference,
            uetr: '5d7ea1f0-3c86-4d0b-9c55-00000000000a',
            amount: money(ccyCode, cents),
            ultimateDebtor: null,
            creditor: { name: 'Muster Maschinenbau GmbH', address: null },
            creditorAccount: { iban: to, number: null },
            creditorAgent: { ...agent, bic: 'COBADEFFXXX' },
            purpose: null,
            remittance: 'Invoice 7',
          },
        ],
      };
    },
  );
  const file = { messageId, createdOn: `${DAY}T08:00:00Z`, initiator: 'Corridor', blocks };
  const dialect = { characters: 'unicode', batchBooking: null } as const;
  return isBetweenBanks
    ? pacs008(file, { instructing: agent, instructed: agent }, dialect)
    : pain001(file, dialect);
}

/** What a bank says, also about debits. */
export type Received = BankRecord | { readonly kind: 'ach'; readonly record: AchRecord };

async function* achOf(records: AsyncIterable<AchRecord>): AsyncGenerator<Received> {
  for await (const record of records) yield { kind: 'ach', record };
}

/** Each record in a few words. */
export const told = (records: readonly Received[]): string[] =>
  records.map((one) => {
    switch (one.kind) {
      case 'status':
        return `${one.reference} ${one.status}${one.reason === null ? '' : ` ${one.reason.code}`}`;
      case 'return':
        return `${one.reference} came back: ${one.reason?.code} ${one.amount.minor}`;
      case 'entry':
        return `${one.direction} ${one.amount.minor} ${one.reference ?? one.remittance} ${one.bookedOn}`;
      case 'balance':
        return `${one.type} ${one.amount.minor}`;
      case 'ach': {
        const { record } = one;
        return record.kind === 'return'
          ? `${record.reference} came back: ${record.code} ${record.amount.minor}`
          : `${record.reference} corrected: ${record.code} ${record.corrected}`;
      }
    }
  });
