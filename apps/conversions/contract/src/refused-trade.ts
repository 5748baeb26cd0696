import type { ProblemCode } from '@corridor/kernel';
import { type Policy, mayBe } from '@corridor/payments-contract';

/** Why the policy does not let somebody trade these currencies. What is bought is held afterwards. */
export function refusedTrade(
  policy: Policy,
  { sellCcyCode, buyCcyCode }: { readonly sellCcyCode: string; readonly buyCcyCode: string },
): ProblemCode | null {
  if (sellCcyCode === buyCcyCode) return null;
  if (!mayBe(policy, sellCcyCode, 'sold')) return 'currency_not_sellable';
  return mayBe(policy, buyCcyCode, 'bought', 'held') ? null : 'currency_not_buyable';
}
