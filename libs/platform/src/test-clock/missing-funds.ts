import { type Money, add } from '@corridor/kernel';

/** What a client could not pay: whatever needs as much or more of the same currencies cannot be paid either. */
export class MissingFunds {
  private readonly refused: (readonly Money[])[] = [];

  /** @param needs an amount for each currency */
  add(needs: readonly Money[]): void {
    if (needs.length > 0) this.refused.push(needs);
  }

  include(needs: readonly Money[]): boolean {
    const covers = ({ ccyCode, minor }: Money) =>
      needs.some((one) => one.ccyCode === ccyCode && one.minor >= minor);
    return this.refused.some((amounts) => amounts.every(covers));
  }
}

/** An amount and its fee: one for each currency. */
export function needsOf(amount: Money, fee: Money | null): readonly Money[] {
  if (fee === null) return [amount];
  return fee.ccyCode === amount.ccyCode ? [add(amount, fee)] : [amount, fee];
}
