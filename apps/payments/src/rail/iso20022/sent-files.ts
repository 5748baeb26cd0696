import { type ByteSource, type ReadTransfer, readPacs008, readPain001 } from '@corridor/iso20022';
import { type Clock, type Money, add } from '@corridor/kernel';
import { type Files, join } from './files.js';

/** How old a file can be when the bank books its transfers. */
const RECENT_MS = 10 * 24 * 60 * 60_000;

export interface SentBlock {
  readonly messageId: string;
  readonly id: string;
  readonly account: string;
  readonly amount: Money;
  readonly transfers: number;
}

/** The files that have left, which are kept in `sent`: what the bank says of a whole message or block is about these transfers. */
export class SentFiles {
  /** Of recent files, which never change. */
  private known = new Map<string, readonly SentBlock[]>();

  constructor(
    private readonly folder: string,
    private readonly message: 'pain.001' | 'pacs.008',
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  nameOf(messageId: string): string {
    return `${this.message}-${messageId}.xml`;
  }

  async has(messageId: string): Promise<boolean> {
    return /^[\w-]{1,35}$/.test(messageId) && this.files.exists(this.pathOf(messageId));
  }

  transfersOf(messageId: string): AsyncGenerator<ReadTransfer> {
    const source: ByteSource = {
      name: this.nameOf(messageId),
      read: () => this.files.read(this.pathOf(messageId)),
    };
    return this.message === 'pain.001' ? readPain001(source) : readPacs008(source);
  }

  /** The message that has a block; null if it was never sent. */
  async messageWith(blockId: string): Promise<string | null> {
    const start = this.nameOf(blockId.replace(/-\d+$/, '')).slice(0, -'.xml'.length);
    const names = await this.files.names(this.folder);
    const name = names.find((one) => one.startsWith(start));
    return name === undefined ? null : this.messageOf(name);
  }

  /** Blocks of several transfers with this total. */
  async blocksOf(account: string, total: Money): Promise<SentBlock[]> {
    const recent = new Map<string, readonly SentBlock[]>();
    for (const name of await this.files.names(this.folder))
      if (name.startsWith(this.message) && (await this.isRecent(name)))
        recent.set(name, this.known.get(name) ?? (await this.blocksIn(this.messageOf(name))));
    this.known = recent;
    return [...recent.values()]
      .flat()
      .filter((one) => one.account === account && one.transfers > 1 && isSame(one.amount, total));
  }

  private async blocksIn(messageId: string): Promise<SentBlock[]> {
    const blocks = new Map<string, SentBlock>();
    for await (const { block, transfer } of this.transfersOf(messageId)) {
      // In a pacs.008 every transfer has the id of the message.
      const key = `${block.id} ${block.ccyCode}`;
      const before = blocks.get(key);
      blocks.set(key, {
        messageId,
        id: block.id,
        account: block.account.iban ?? block.account.number ?? '',
        amount: before ? add(before.amount, transfer.amount) : transfer.amount,
        transfers: (before?.transfers ?? 0) + 1,
      });
    }
    return [...blocks.values()];
  }

  private async isRecent(name: string): Promise<boolean> {
    const seen = await this.files.seen(join(this.folder, name));
    return seen !== null && this.clock.now().getTime() - seen.changedOn.getTime() < RECENT_MS;
  }

  private messageOf(name: string): string {
    return name.slice(this.message.length + 1, -'.xml'.length);
  }

  private pathOf(messageId: string): string {
    return join(this.folder, this.nameOf(messageId));
  }
}

const isSame = (one: Money, other: Money) => one.ccyCode === other.ccyCode && one.minor === other.minor;
