import type { MessageKind, Order } from './events.js';

/** What the bank does with payments to an account. */
export interface PaymentRule {
  readonly id: string;
  readonly effect: 'reject' | 'return' | 'delay' | 'change';
  /** Of the creditor, or the one that is debited; null for all. */
  readonly account: string | null;
  /** Of a rejection or return, such as AC04; one with R01 is of debits, and so is a change with C01. */
  readonly code: string;
  /** For a change what is to be named differently. */
  readonly text: string | null;
  /** How long after the booking it is returned, or how much later it is executed. Milliseconds. */
  readonly after: number;
  /** How often; null for always. */
  readonly times: number | null;
}

/** What the bank does with its messages. */
export interface MessageRule {
  readonly id: string;
  readonly effect: 'hold' | 'duplicate' | 'reorder' | 'garble';
  /** Null for all. */
  readonly message: MessageKind | null;
  /** How much later it is sent; for `reorder` every second one; for `garble` the whole one. Milliseconds. */
  readonly after: number;
  /** How often; null for always. */
  readonly times: number | null;
}

export type Rule = PaymentRule | MessageRule;

const isPaymentRule = (rule: Rule): rule is PaymentRule => 'account' in rule;

/** How often each rule was used, by its id. */
export type Uses = ReadonlyMap<string, number>;

const isLeft = ({ id, times }: Rule, uses: Uses) => times === null || (uses.get(id) ?? 0) < times;

/** Codes of ACH. */
export const isAchCode = (code: string): boolean => /^[CR]\d\d$/.test(code);

/** The first rule with this effect on a payment. */
export const ruleFor = (
  effect: PaymentRule['effect'],
  { creditor }: Pick<Order, 'creditor'>,
  rules: readonly Rule[],
  uses: Uses,
): PaymentRule | null =>
  rules.find(
    (rule): rule is PaymentRule =>
      isPaymentRule(rule) &&
      rule.effect === effect &&
      !isAchCode(rule.code) &&
      isLeft(rule, uses) &&
      (rule.account === null || rule.account === (creditor.account.iban ?? creditor.account.number)),
  ) ?? null;

/** The first rule about debits of an account. @param used the ids of rules that this decision has used */
export function ruleForDebit(
  account: string,
  rules: readonly Rule[],
  uses: Uses,
  used: readonly string[],
): PaymentRule | null {
  const usesOf = (id: string) => (uses.get(id) ?? 0) + used.filter((one) => one === id).length;
  return (
    rules.find(
      (rule): rule is PaymentRule =>
        isPaymentRule(rule) &&
        isAchCode(rule.code) &&
        (rule.times === null || usesOf(rule.id) < rule.times) &&
        (rule.account === null || rule.account === account),
    ) ?? null
  );
}

/** One sending of a message. */
export interface Sending {
  readonly dueAt: number;
  readonly isGarbled: boolean;
}

/** When and how often a message is sent. @returns with the ids of the rules that say so */
export function sendingsOf(
  kind: MessageKind,
  at: number,
  rules: readonly Rule[],
  uses: Uses,
): { readonly sendings: readonly Sending[]; readonly used: readonly string[] } {
  const those = rules.filter(
    (rule): rule is MessageRule =>
      !isPaymentRule(rule) && isLeft(rule, uses) && (rule.message === null || rule.message === kind),
  );
  let sendings: readonly Sending[] = [{ dueAt: at, isGarbled: false }];
  for (const { id, effect, after } of those) {
    const later = sendings.map((one) => ({ ...one, dueAt: one.dueAt + after }));
    switch (effect) {
      case 'hold':
        sendings = later;
        break;
      case 'reorder':
        if ((uses.get(id) ?? 0) % 2 === 0) sendings = later;
        break;
      case 'duplicate':
        sendings = [...sendings, ...later];
        break;
      case 'garble':
        sendings = [...sendings.map((one) => ({ ...one, isGarbled: true })), ...later];
        break;
    }
  }
  return { sendings, used: those.map(({ id }) => id) };
}
