import type { ReadTransfer, Reason } from '@corridor/iso20022';
import { type CalendarDate, type Money, addDays, moneyText, subtract, zero } from '@corridor/kernel';
import type { BankAccount } from './accounts.js';
import type { Content, Counterparty, Entry, Happened, Order, PaymentStatus } from './events.js';
import { type Rule, ruleFor, sendingsOf } from './rules.js';
import type { OrderState, State } from './state.js';

/** Bookings of one notification. */
const MOST_ENTRIES = 1_000;

/** A file of the customer that was read. */
export interface TakenFile {
  readonly name: string;
  readonly digest: string;
  readonly isBetweenBanks: boolean;
  readonly transfers: readonly ReadTransfer[];
}

/** Money that somebody pays to the customer. */
export interface Credit {
  readonly account: string;
  readonly virtualAccount: string | null;
  readonly amount: Money;
  readonly party: Counterparty;
  readonly reference: string | null;
  readonly remittance: string | null;
}

/** One decision of the bank at a time: its events change the state at once, and nothing outside before they are in the journal. */
export class Desk {
  readonly events: Happened[] = [];

  constructor(
    private readonly state: State,
    /** Of the configuration, which come after those that were given at run time. */
    private readonly configured: readonly Rule[],
    readonly at: number,
  ) {}

  happens(event: Happened): void {
    this.state.apply({ at: this.at, events: [event] });
    this.events.push(event);
  }

  /** Accepts or rejects each payment of a file. One that the bank has taken before, it does not take again. */
  take({ name, digest, isBetweenBanks, transfers }: TakenFile): void {
    const messageId = transfers[0]!.messageId;
    const isRepeated = this.state.taken.has(messageId);
    this.happens({ type: 'taken', file: name, digest, messageId });
    if (isRepeated) return;
    const statuses = transfers.map((one) => this.order(one, isBetweenBanks));
    const kind = isBetweenBanks ? 'pacs.002' : 'pain.002';
    this.send({ kind, original: messageId, statuses });
  }

  /** Executes what is due, and returns what comes back. */
  executeDue(): void {
    const { at, state } = this;
    const due = [...state.pending].filter((one) => (one.returnAt ?? one.executeAt) <= at);
    const entries: Entry[] = [];
    for (const one of due.slice(0, MOST_ENTRIES)) {
      if (one.status === 'ACCEPTED') entries.push(...this.execute(one));
      else this.giveBack(one, one.order.amount, this.reasonOfReturn(one));
    }
    for (const [account, some] of Map.groupBy(entries, (entry) => entry.account))
      this.send({ kind: 'camt.054', account, entries: some.map(({ bankReference }) => bankReference) });
  }

  /** The money of a payment comes back from its beneficiary. */
  giveBack({ order }: OrderState, amount: Money, reason: Reason): Entry {
    const entry = this.entry(order.account, 'CREDIT', amount, {
      reference: order.reference,
      uetr: order.uetr || null,
      party: order.creditor,
      remittance: order.remittance,
      returnReason: reason,
    });
    this.happens({ type: 'returned', order: order.id, entry });
    this.send({ kind: 'pacs.004', order: order.id, entry: entry.bankReference });
    return entry;
  }

  credit({ account, virtualAccount, amount, party, reference, remittance }: Credit): Entry {
    const more = { virtualAccount, reference, uetr: null, party, remittance, returnReason: null };
    const entry = this.entry(account, 'CREDIT', amount, more);
    this.happens({ type: 'credited', entry });
    this.send({ kind: 'camt.054', account, entries: [entry.bankReference] });
    return entry;
  }

  /** Ends days up to this one: each account with bookings has a statement. @param all also those without */
  closeUntil(day: CalendarDate, all = false): void {
    for (const { account, stated, statements, unstated } of [...this.state.accounts.values()]) {
      const days = new Set(unstated.map((one) => this.state.entries.get(one)!.bookedOn));
      if (all && days.size === 0) days.add(day);
      let opening = stated;
      let number = statements;
      for (const one of [...days].sort()) {
        const entries = unstated.filter((reference) => this.state.entries.get(reference)!.bookedOn === one);
        const closing = entries.reduce((sum, reference) => this.after(sum, reference), opening);
        number++;
        this.send({ kind: 'camt.053', account: account.number, number, day: one, opening, closing, entries });
        opening = closing;
      }
    }
    this.happens({ type: 'closed', day });
  }

  /** Yesterday and the days before it, once. */
  closePastDays(): void {
    const yesterday = addDays(new Date(this.at).toISOString().slice(0, 10), -1);
    const { lastClosed } = this.state;
    if (lastClosed === null) this.happens({ type: 'closed', day: yesterday });
    else if (lastClosed < yesterday) this.closeUntil(yesterday);
  }

  get rules(): readonly Rule[] {
    return [...this.state.ruled.values(), ...this.configured];
  }

  private order({ messageId, block, transfer }: ReadTransfer, isBetweenBanks: boolean): PaymentStatus {
    const { reference, uetr, amount, creditor, creditorAccount, creditorAgent, remittance } = transfer;
    const order: Order = {
      id: this.state.orders.size + 1,
      ...{ messageId, isBetweenBanks, blockId: block.id, reference, uetr, amount, remittance },
      account: block.account.iban ?? block.account.number ?? '',
      executionDate: block.executionDate,
      creditor: { ...creditor, account: creditorAccount, agent: creditorAgent },
    };
    const delay = ruleFor('delay', order, this.rules, this.state.uses);
    const executeAt = Math.max(this.at, Date.parse(order.executionDate)) + (delay?.after ?? 0);
    this.happens({ type: 'ordered', order, executeAt, rules: delay === null ? [] : [delay.id] });
    const refusal = this.refusalOf(order);
    if (refusal !== null) return this.reject(order, refusal.reason, refusal.rules);
    return { order: order.id, status: 'ACSP', reason: null, bankReference: null };
  }

  private refusalOf(order: Order): { reason: Reason; rules: readonly string[] } | null {
    const account = this.state.accounts.get(order.account)?.account;
    if (!account) return { reason: { code: 'AC01', text: null }, rules: [] };
    if (account.ccyCode !== order.amount.ccyCode) return { reason: { code: 'AM03', text: null }, rules: [] };
    const rule = ruleFor('reject', order, this.rules, this.state.uses);
    return rule && { reason: { code: rule.code, text: rule.text }, rules: [rule.id] };
  }

  /** Of the rule, if it is still there. */
  private reasonOfReturn({ order }: OrderState): Reason {
    const rule = ruleFor('return', order, this.rules, new Map());
    return { code: rule?.code ?? 'AC04', text: rule?.text ?? null };
  }

  private reject(order: Order, reason: Reason, rules: readonly string[]): PaymentStatus {
    this.happens({ type: 'rejected', order: order.id, reason, rules });
    return { order: order.id, status: 'RJCT', reason, bankReference: null };
  }

  private execute({ order }: OrderState): readonly Entry[] {
    const { account, balance } = this.state.accounts.get(order.account)!;
    const kind = order.isBetweenBanks ? 'pacs.002' : 'pain.002';
    if (!covers(account, subtract(balance, order.amount))) {
      const reason = { code: 'AM04', text: `The account has ${moneyText(balance)}.` };
      this.send({ kind, original: order.messageId, statuses: [this.reject(order, reason, [])] });
      return [];
    }
    const rule = ruleFor('return', order, this.rules, this.state.uses);
    const { reference, uetr, creditor: party, remittance } = order;
    const more = { reference, uetr: uetr || null, party, remittance, returnReason: null };
    const entry = this.entry(order.account, 'DEBIT', order.amount, more);
    const returnAt = rule === null ? null : this.at + rule.after;
    this.happens({
      type: 'executed',
      order: order.id,
      entry,
      returnAt,
      rules: rule === null ? [] : [rule.id],
    });
    const { bankReference } = entry;
    if (order.isBetweenBanks)
      this.send({
        kind,
        original: order.messageId,
        statuses: [{ order: order.id, status: 'ACSC', reason: null, bankReference }],
      });
    return [entry];
  }

  entry(
    account: string,
    direction: Entry['direction'],
    amount: Money,
    more: Omit<Entry, 'account' | 'direction' | 'amount' | 'bookedOn' | 'bankReference' | 'virtualAccount'> &
      Partial<Pick<Entry, 'virtualAccount'>>,
  ): Entry {
    const number = this.state.entries.size + 1;
    return {
      ...{ account, direction, amount, virtualAccount: null, ...more },
      bookedOn: this.state.dayAt(this.at),
      bankReference: `${this.state.code}${String(number).padStart(8, '0')}`,
    };
  }

  private after(balance: Money, reference: string): Money {
    const { direction, amount } = this.state.entries.get(reference)!;
    const signed = direction === 'CREDIT' ? subtract(zero(amount.ccyCode), amount) : amount;
    return subtract(balance, signed);
  }

  send(content: Content): void {
    const { sendings, used } = sendingsOf(content.kind, this.at, this.rules, this.state.uses);
    sendings.forEach((sending, index) => {
      const number = String(this.state.messages + 1).padStart(6, '0');
      const message = { id: `${this.state.code}-${number}`, content, ...sending };
      this.happens({ type: 'message', message, rules: index === 0 ? used : [] });
    });
  }
}

const covers = ({ creditLine }: BankAccount, balance: Money): boolean => balance.minor >= -creditLine.minor;
