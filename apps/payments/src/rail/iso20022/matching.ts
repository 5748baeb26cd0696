import type { BankRecord, Batch, EntryRecord } from '@corridor/iso20022';
import type { Money } from '@corridor/kernel';
import type { SentPayments } from '../sent-payments.js';
import type { SentBlock, SentFiles } from './sent-files.js';

/** `reference` of a submission. */
const OURS = /^[0-9A-HJKMNP-TV-Z]{16}$/;
export const isOurs = (reference: string | null): reference is string => OURS.test(reference ?? '');

/** What a booked total stands for. */
export interface Total {
  readonly references: readonly string[];
  /** Why a person has to look at it instead, in one sentence. */
  readonly doubt: string | null;
}

/** A block of a message; the whole message without an id. */
type Block = { readonly messageId: string; readonly id: string | null };

/**
 * Which payment a bank means. It is named by our reference as end-to-end id or as instruction id; otherwise by its UETR, or by a
 * reference of the bank that it has used before. By its amount only if the dialect says so (ADR 67).
 */
export class Matching {
  /** @param accounts by currency, from which payments leave */
  constructor(
    private readonly sent: SentPayments,
    private readonly files: SentFiles,
    private readonly accounts: ReadonlyMap<string, string>,
    private readonly matchesAmounts: boolean,
  ) {}

  /** With our reference instead of what the bank has, if it means one payment of ours. */
  async named<One extends BankRecord>(record: One): Promise<One> {
    if (record.kind === 'balance' || isOurs(record.reference) || isPaidIn(record)) return record;
    const reference = await this.referenceOf(record);
    return reference === null ? record : { ...record, reference };
  }

  private async referenceOf(record: Exclude<BankRecord, { kind: 'balance' }>): Promise<string | null> {
    if (isOurs(record.instructionId)) return record.instructionId;
    const byUetr = record.uetr === null ? [] : await this.sent.byUetr(record.uetr);
    if (byUetr.length > 0) return only(byUetr);
    if (record.kind === 'return' || record.reference !== null || record.bankReference === null) return null;
    const known = await this.sent.byBankReference(record.bankReference);
    if (known.length > 0) return only(known);
    return record.kind === 'entry' && this.canGuess(record) ? this.byAmount(record) : null;
  }

  /** The payments of a debit that the bank has booked as one total; null if it is no total of ours. */
  async total(entry: EntryRecord): Promise<Total | null> {
    if (entry.direction === 'CREDIT' || entry.status !== 'BOOKED' || entry.isReversal) return null;
    if (isOurs(entry.reference)) return null;
    const block = entry.batch ? await this.namedBlock(entry.batch) : await this.blockByAmount(entry);
    return block && this.bookedOf(entry, block);
  }

  private async namedBlock({ messageId, blockId }: Batch): Promise<Block | null> {
    const message = messageId ?? (blockId === null ? null : await this.files.messageWith(blockId));
    return message !== null && (await this.files.has(message)) ? { messageId: message, id: blockId } : null;
  }

  /** The transfers of a block that the bank has not rejected, if they add up to the booking; or the only one of its amount. */
  private async bookedOf(entry: EntryRecord, block: Block): Promise<Total> {
    const { ccyCode, minor } = entry.amount;
    const amounts = await this.amountsOf(block, ccyCode);
    const statuses = await this.sent.statusesOf([...amounts.keys()]);
    const references = [...amounts.keys()].filter((one) => statuses.get(one) !== 'REJECTED');
    const sum = references.reduce((before, one) => before + amounts.get(one)!, 0n);
    if (sum === minor) return { references, doubt: null };
    const alone = references.filter((one) => amounts.get(one) === minor);
    if (entry.transactions === 1 && alone.length === 1) return { references: alone, doubt: null };
    const booking = entry.bankReference ?? entry.statementId;
    return {
      references: [],
      doubt: `The booking ${booking} is not the sum of ${block.id ?? block.messageId}.`,
    };
  }

  private async byAmount({ amount, bookedOn, account }: EntryRecord): Promise<string | null> {
    const payments = await this.sent.openOf(amount, bookedOn);
    if (payments.length !== 1) return null;
    return (await this.openBlocks(account, amount)).length === 0 ? payments[0]! : null;
  }

  /** The only block with this total, if no payment has this amount. */
  private async blockByAmount(entry: EntryRecord): Promise<Block | null> {
    const { bankReference, account, amount, bookedOn } = entry;
    if (bankReference === null || !this.canGuess(entry)) return null;
    if ((await this.sent.byBankReference(bankReference)).length > 0) return null;
    if ((await this.sent.openOf(amount, bookedOn)).length > 0) return null;
    return only(await this.openBlocks(account, amount));
  }

  private async openBlocks(account: string, total: Money): Promise<SentBlock[]> {
    const open: SentBlock[] = [];
    for (const block of await this.files.blocksOf(account, total)) {
      const amounts = await this.amountsOf(block, total.ccyCode);
      const statuses = await this.sent.statusesOf([...amounts.keys()]);
      if ([...statuses.values()].some((one) => one === 'HANDED_OVER' || one === 'ACCEPTED')) open.push(block);
    }
    return open;
  }

  /** Minor units of its transfers, by reference. */
  private async amountsOf({ messageId, id }: Block, ccyCode: string): Promise<Map<string, bigint>> {
    const amounts = new Map<string, bigint>();
    for await (const { block, transfer } of this.files.transfersOf(messageId))
      if ((id === null || block.id === id) && transfer.amount.ccyCode === ccyCode)
        amounts.set(transfer.reference, transfer.amount.minor);
    return amounts;
  }

  /** A booked debit of an account from which we pay, without any id of the payer. */
  private canGuess(entry: EntryRecord): boolean {
    const { direction, status, isReversal, isReturn, reference, account, amount } = entry;
    return (
      this.matchesAmounts &&
      direction === 'DEBIT' &&
      status === 'BOOKED' &&
      !(isReversal || isReturn) &&
      reference === null &&
      this.accounts.get(amount.ccyCode) === account
    );
  }
}

/** What is paid to us has the references of whoever pays. */
const isPaidIn = (record: Exclude<BankRecord, { kind: 'balance' }>): boolean =>
  record.kind === 'entry' && record.direction === 'CREDIT' && !(record.isReversal || record.isReturn);

const only = <One>(some: readonly One[]): One | null => (some.length === 1 ? some[0]! : null);
