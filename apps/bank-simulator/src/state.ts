import { type CalendarDate, type Money, add, addDays, negate } from '@corridor/kernel';
import type { BankAccount, VirtualAccount } from './accounts.js';
import type {
  Answer,
  Debit,
  DebitAnswer,
  DebitFile,
  Decision,
  Entry,
  Happened,
  Message,
  Order,
} from './events.js';
import type { Rule } from './rules.js';

export interface AccountState {
  readonly account: BankAccount;
  balance: Money;
  /** At the end of the last day that has a statement. */
  stated: Money;
  statements: number;
  /** Bank references of what is on no statement yet. */
  unstated: string[];
}

export interface OrderState {
  readonly order: Order;
  status: 'ACCEPTED' | 'REJECTED' | 'EXECUTED' | 'RETURNED';
  readonly executeAt: number;
  returnAt: number | null;
  /** Of its booking, and of that with which it came back. */
  bankReferences: string[];
}

export interface DebitState {
  readonly debit: Debit;
  status: 'ACCEPTED' | 'CREDITED' | 'RETURNED';
}

export interface WaitingMessage {
  readonly message: Message;
  readonly createdAt: number;
  isPrepared: boolean;
}

/** The bank as its journal tells. */
export class State {
  code = '';
  readonly accounts = new Map<string, AccountState>();
  readonly virtualAccounts = new Map<string, VirtualAccount>();
  /** What was allocated together. */
  readonly allocations: (readonly VirtualAccount[])[] = [];
  /** Digests of files. */
  readonly files = new Set<string>();
  /** Message ids of the customer. */
  readonly taken = new Set<string>();
  readonly orders = new Map<number, OrderState>();
  /** What will be executed, or come back. */
  readonly pending = new Set<OrderState>();
  readonly debitFiles = new Map<string, DebitFile>();
  readonly debits = new Map<number, DebitState>();
  /** Files whose date has not come. */
  readonly uncredited = new Map<string, DebitFile>();
  /** What other banks will say about debits. */
  readonly answersAwaited = new Set<DebitAnswer>();
  /** What they have said. */
  debitAnswers = 0;
  readonly entries = new Map<string, Entry>();
  readonly outgoing = new Map<string, WaitingMessage>();
  messages = 0;
  lastClosed: CalendarDate | null = null;
  readonly ruled = new Map<string, Rule>();
  readonly uses = new Map<string, number>();
  readonly answers = new Map<string, Answer>();

  apply({ at, events }: Decision): void {
    for (const event of events) happened(this, event, at);
  }

  /** The day on which the bank books now: that of the clock, or a later one if it is closed. */
  dayAt(at: number): CalendarDate {
    const today = new Date(at).toISOString().slice(0, 10);
    const first = this.lastClosed === null ? today : addDays(this.lastClosed, 1);
    return first > today ? first : today;
  }

  orderOf(id: number): OrderState {
    return this.orders.get(id)!;
  }

  book(entry: Entry): void {
    this.entries.set(entry.bankReference, entry);
    const account = this.accounts.get(entry.account)!;
    const { amount } = entry;
    account.balance = add(account.balance, entry.direction === 'DEBIT' ? negate(amount) : amount);
    account.unstated.push(entry.bankReference);
  }

  use(rules: readonly string[]): void {
    for (const id of rules) this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
  }
}

type Effects = {
  readonly [Type in Happened['type']]: (
    state: State,
    event: Extract<Happened, { type: Type }>,
    at: number,
  ) => void;
};

const effects: Effects = {
  founded(state, { code }) {
    state.code = code;
  },
  opened({ accounts }, { account }) {
    const { opening } = account;
    accounts.set(account.number, { account, balance: opening, stated: opening, statements: 0, unstated: [] });
  },
  allocated(state, { accounts }) {
    state.allocations.push(accounts);
    for (const one of accounts) state.virtualAccounts.set(one.iban, one);
  },
  taken({ files, taken }, { digest, messageId }) {
    files.add(digest);
    if (messageId !== null) taken.add(messageId);
  },
  ordered(state, { order, executeAt, rules }) {
    const one: OrderState = { order, status: 'ACCEPTED', executeAt, returnAt: null, bankReferences: [] };
    state.orders.set(order.id, one);
    state.pending.add(one);
    state.use(rules);
  },
  rejected(state, { order, rules }) {
    const one = state.orderOf(order);
    one.status = 'REJECTED';
    state.pending.delete(one);
    state.use(rules);
  },
  executed(state, { order, entry, returnAt, rules }) {
    const one = state.orderOf(order);
    Object.assign(one, { status: 'EXECUTED', returnAt });
    one.bankReferences.push(entry.bankReference);
    if (returnAt === null) state.pending.delete(one);
    state.use(rules);
    state.book(entry);
  },
  returned(state, { order, entry }) {
    const one = state.orderOf(order);
    one.status = 'RETURNED';
    one.bankReferences.push(entry.bankReference);
    state.pending.delete(one);
    state.book(entry);
  },
  credited(state, { entry }) {
    state.book(entry);
  },
  'debits taken'(state, { file, debits }) {
    state.debitFiles.set(file.name, file);
    state.uncredited.set(file.name, file);
    for (const debit of debits) state.debits.set(debit.id, { debit, status: 'ACCEPTED' });
  },
  'debits credited'(state, { file, entry, answers, rules }) {
    state.uncredited.delete(file);
    for (const one of state.debits.values()) if (one.debit.file === file) one.status = 'CREDITED';
    for (const one of answers) state.answersAwaited.add(one);
    state.use(rules);
    state.book(entry);
  },
  'debits answered'(state, { answers, entry }) {
    state.debitAnswers += answers.length;
    const debits = new Set(answers.map(({ debit }) => debit));
    for (const one of state.answersAwaited) if (debits.has(one.debit)) state.answersAwaited.delete(one);
    for (const { debit, corrected } of answers)
      if (corrected === null) state.debits.get(debit)!.status = 'RETURNED';
    if (entry) state.book(entry);
  },
  closed(state, { day }) {
    state.lastClosed = day;
  },
  message(state, { message, rules }, at) {
    state.messages++;
    state.outgoing.set(message.id, { message, createdAt: at, isPrepared: false });
    state.use(rules);
    if (message.content.kind !== 'camt.053') return;
    const { account, number, closing } = message.content;
    Object.assign(state.accounts.get(account)!, { statements: number, stated: closing, unstated: [] });
  },
  prepared({ outgoing }, { message }) {
    outgoing.get(message)!.isPrepared = true;
  },
  delivered({ outgoing }, { message }) {
    outgoing.delete(message);
  },
  ruled({ ruled }, { rule }) {
    ruled.set(rule.id, rule);
  },
  'rule removed'({ ruled }, { rule }) {
    ruled.delete(rule);
  },
  answered({ answers }, { command, answer }) {
    answers.set(command, answer);
  },
};

const happened = <Type extends Happened['type']>(
  state: State,
  event: Extract<Happened, { type: Type }>,
  at: number,
) => (effects[event.type as Type] as Effects[Type])(state, event, at);
