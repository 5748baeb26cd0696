import { type BankRecord, type ByteSource, readBankFile } from '@corridor/iso20022';
import { type AchRecord, isNacha, readNacha } from '@corridor/iso20022/nacha';
import { quoted } from '@corridor/http';
import { type Money, add, moneyText } from '@corridor/kernel';

/** Accounts that are named. */
const FIRST = 5;

/** What a file of the bank says, in short, for who approves that it is taken. @throws UnreadableFile */
export async function summaryOf(source: ByteSource, readsAch: boolean): Promise<string> {
  const summary = new Summary();
  if (readsAch && (await isNacha(source)))
    for await (const record of readNacha(source)) summary.ofDebit(record);
  else for await (const record of readBankFile(source)) summary.take(record);
  return summary.text();
}

class Summary {
  private readonly statements = new Set<string>();
  private readonly counts = new Map<string, { count: number; sums: Map<string, Money> }>();
  private readonly credited = new Set<string>();

  take(record: BankRecord): void {
    switch (record.kind) {
      case 'balance':
        if (record.type === 'CLBD')
          this.statements.add(`${quoted(record.account)} of ${record.date} with ${moneyText(record.amount)}`);
        return;
      case 'status':
        return this.add(`statuses ${quoted(record.status)}`, null);
      case 'return':
        return this.add('returned payments', record.amount);
      case 'entry': {
        const { direction, isReversal, isReturn, status, virtualAccount, account, amount } = record;
        if (status !== 'BOOKED') return this.add(`${direction.toLowerCase()}s that are not booked`, amount);
        if (direction === 'CREDIT' && !isReversal && !isReturn) this.credited.add(virtualAccount ?? account);
        const what = isReversal ? 'reversed ' : isReturn ? 'returned ' : '';
        return this.add(`${what}${direction.toLowerCase()}s`, amount);
      }
    }
  }

  ofDebit(record: AchRecord): void {
    if (record.kind === 'return') this.add(`returns ${quoted(record.code)} of debits`, record.amount);
    else this.add(`changes ${quoted(record.code)} of accounts`, null);
  }

  text(): string {
    const statements = [...this.statements];
    const counts = [...this.counts].map(([what, { count, sums }]) =>
      [`${what}: ${count}`, ...[...sums.values()].map(moneyText)].join(', '),
    );
    const credited = [...this.credited].map(quoted);
    return (
      [
        ...(statements.length > 0 ? [`statement of ${firstOf(statements)}`] : []),
        ...counts,
        ...(credited.length > 0 ? [`credited accounts: ${firstOf(credited)}`] : []),
      ].join('; ') || 'nothing that is booked'
    );
  }

  private add(what: string, amount: Money | null): void {
    const { count, sums } = this.counts.get(what) ?? { count: 0, sums: new Map<string, Money>() };
    const before = amount && sums.get(amount.ccyCode);
    if (amount) sums.set(amount.ccyCode, before ? add(before, amount) : amount);
    this.counts.set(what, { count: count + 1, sums });
  }
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - FIRST;
  return texts.slice(0, FIRST).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
