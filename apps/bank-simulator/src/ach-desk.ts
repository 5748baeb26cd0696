import type { AchOrigination } from '@corridor/iso20022/nacha';
import { type Money, add, zero } from '@corridor/kernel';
import type { Desk } from './desk.js';
import type { Counterparty, DebitAnswer, Entry } from './events.js';
import { RuleError } from './rule-from.js';
import { ruleForDebit } from './rules.js';
import type { DebitState, State } from './state.js';

/** A file of debits of the customer that was read. */
export interface TakenDebits {
  readonly name: string;
  readonly digest: string;
  readonly debits: readonly AchOrigination[];
}

/** Why the bank does not take a file of debits of this name; null if it does. */
export function refusalOf(name: string, state: State): string | null {
  if (state.debitFiles.has(name)) return 'another file of this name was taken before';
  return accountIn(state) === null ? 'the customer has no account in USD' : null;
}

function accountIn({ accounts }: State): string | null {
  const found = [...accounts.values()].find(({ account }) => account.ccyCode === 'USD');
  return found?.account.number ?? null;
}

/**
 * Debits by ACH of accounts at other banks, as the bank of whoever debits: on the effective date it credits the sum of a file, and later
 * it passes on what those banks say, and takes the sum of what they return.
 */
export class AchDesk {
  constructor(
    private readonly desk: Desk,
    private readonly state: State,
  ) {}

  take({ name, digest, debits }: TakenDebits): void {
    const account = accountIn(this.state)!;
    const { originator, effectiveOn } = debits[0]!;
    this.desk.happens({ type: 'taken', file: name, digest, messageId: null });
    this.desk.happens({
      type: 'debits taken',
      file: { name, account, originator, creditAt: Math.max(this.desk.at, Date.parse(effectiveOn)) },
      debits: debits.map(({ originator: _, effectiveOn: __, where: ___, ...debit }, i) => ({
        ...{ id: this.state.debits.size + i + 1, file: name, ...debit },
      })),
    });
  }

  /** Credits files whose date has come, and passes on what was returned meanwhile. */
  executeDue(): void {
    const { at } = this.desk;
    for (const { name, creditAt } of [...this.state.uncredited.values()])
      if (creditAt <= at) this.credit(name);
    this.answer([...this.state.answersAwaited].filter((one) => one.at <= at));
  }

  /** At once, and not by a rule. @throws RuleError if it cannot be returned now */
  giveBack({ debit, status }: DebitState, code: string): Entry {
    if (status !== 'CREDITED') throw new RuleError(`the debit is ${status}`);
    return this.answer([{ debit: debit.id, code, corrected: null, at: this.desk.at }])!;
  }

  private credit(name: string): void {
    const { account, originator } = this.state.debitFiles.get(name)!;
    const debits = [...this.state.debits.values()].filter(({ debit }) => debit.file === name);
    const entry = this.sum('CREDIT', account, debits, {
      party: bank(originator.bankName),
      remittance: `ACH debits of ${name}: ${debits.length}`,
    });
    const used: string[] = [];
    const answers = debits.flatMap(({ debit }): DebitAnswer[] => {
      const rule = ruleForDebit(debit.accountNumber, this.desk.rules, this.state.uses, used);
      if (!rule) return [];
      used.push(rule.id);
      const corrected = rule.effect === 'change' ? rule.text : null;
      return [{ debit: debit.id, code: rule.code, corrected, at: this.desk.at + rule.after }];
    });
    this.desk.happens({ type: 'debits credited', file: name, entry, answers, rules: used });
    this.desk.send({ kind: 'camt.054', account, entries: [entry.bankReference] });
  }

  /** In a return file for each file of debits. @returns the booking of what has come back, of the last one */
  private answer(answers: readonly DebitAnswer[]): Entry | null {
    let last: Entry | null = null;
    const fileOf = ({ debit }: DebitAnswer) => this.state.debits.get(debit)!.debit.file;
    for (const [name, some] of Map.groupBy(answers, fileOf)) {
      const { account, originator } = this.state.debitFiles.get(name)!;
      const returned = some
        .filter((one) => one.corrected === null)
        .map((one) => this.state.debits.get(one.debit)!);
      const remittance = `ACH returns of ${name}: ${returned.length}`;
      const more = { party: bank(originator.bankName), remittance };
      const entry = returned.length > 0 ? this.sum('DEBIT', account, returned, more) : null;
      this.desk.happens({ type: 'debits answered', answers: some, entry });
      const first = this.state.debitAnswers - some.length + 1;
      this.desk.send({ kind: 'ach', file: name, answers: some, first });
      if (entry) this.desk.send({ kind: 'camt.054', account, entries: [entry.bankReference] });
      last = entry;
    }
    return last;
  }

  private sum(
    direction: Entry['direction'],
    account: string,
    debits: readonly DebitState[],
    { party, remittance }: { party: Counterparty; remittance: string },
  ): Entry {
    const amount = debits.reduce((sum: Money, { debit }) => add(sum, debit.amount), zero('USD'));
    const none = { reference: null, uetr: null, returnReason: null };
    return this.desk.entry(account, direction, amount, { ...none, party, remittance });
  }
}

/** The other side of a sum: it is the bank's own. */
const bank = (name: string): Counterparty => ({
  ...{ name, address: null, account: { iban: null, number: null } },
  agent: { bic: null, clearing: null, name: null, country: null },
});
