import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type CalendarDate, isCalendarDate, moneyText } from '@corridor/kernel';
import { ibanBeside } from './accounts.js';
import { AchDesk } from './ach-desk.js';
import { amountIn, textIn } from './configuration.js';
import type { Desk } from './desk.js';
import type { Disk } from './disk.js';
import type { Answer } from './events.js';
import { type Fields, RuleError, ruleFrom } from './rule-from.js';
import type { DebitState, OrderState, State } from './state.js';

/** What is asked of the bank at run time. It waits in a file of its own until the bank has answered in its journal. */
export interface Command {
  readonly verb: string;
  readonly fields: Fields;
}

/** The folder of commands: who leaves one here has it executed once, also by a bank that starts later. */
export class Commands {
  private readonly asked: string;
  private readonly answered: string;

  constructor(
    folder: string,
    private readonly disk: Disk,
  ) {
    this.asked = join(folder, 'commands');
    this.answered = join(folder, 'answers');
    for (const one of [this.asked, this.answered]) disk.makeFolder(one);
  }

  /** @returns its id */
  ask(command: Command, now: number): string {
    const id = `${now}-${randomUUID().slice(0, 8)}`;
    this.disk.replace(join(this.asked, `${id}.json`), JSON.stringify(command));
    return id;
  }

  /** In the order in which they were asked. */
  waiting(): { readonly id: string; readonly command: Command }[] {
    return this.disk.names(this.asked).map((name) => ({
      id: name.replace(/\.json$/, ''),
      command: JSON.parse(this.disk.text(join(this.asked, name))) as Command,
    }));
  }

  answer(id: string, answer: Answer): void {
    this.disk.replace(join(this.answered, `${id}.json`), JSON.stringify(answer));
    this.disk.remove(join(this.asked, `${id}.json`));
  }

  /** Takes the answer away; null as long as there is none. */
  takeAnswer(id: string): Answer | null {
    const path = join(this.answered, `${id}.json`);
    if (!this.disk.exists(path)) return null;
    const answer = JSON.parse(this.disk.text(path)) as Answer;
    this.disk.remove(path);
    return answer;
  }
}

/** Does what a command asks for. @returns what to tell @throws RuleError that says why not */
export function execute({ verb, fields }: Command, desk: Desk, state: State): string {
  switch (verb) {
    case 'credit':
      return credit(fields, desk, state);
    case 'allocate':
      return allocate(fields, desk, state);
    case 'return':
      return giveBack(fields, desk, state);
    case 'end-of-day':
      return endDay(fields, desk, state);
    case 'rule': {
      const rule = ruleFrom(`r${state.ruled.size + 1}-${randomUUID().slice(0, 4)}`, fields);
      desk.happens({ type: 'ruled', rule });
      return rule.id;
    }
    case 'remove-rule': {
      const id = textIn('id', fields['id']);
      if (!state.ruled.has(id)) throw new RuleError(`there is no rule ${id} that was given at run time`);
      desk.happens({ type: 'rule removed', rule: id });
      return `removed ${id}`;
    }
    default:
      throw new RuleError(`"${verb}" is no command`);
  }
}

function credit(fields: Fields, desk: Desk, state: State): string {
  const to = textIn('to', fields['to']).replaceAll(' ', '');
  const ccyCode = textIn('currency', fields['currency']);
  const amount = amountIn(ccyCode, textIn('amount', fields['amount']));
  const virtual = state.virtualAccounts.get(to);
  if (virtual && virtual.ccyCode !== '*' && virtual.ccyCode !== ccyCode)
    throw new RuleError(`${to} is an account in ${virtual.ccyCode}`);
  const account = virtual ? accountIn(ccyCode, state) : state.accounts.get(to)?.account;
  if (!account) throw new RuleError(`${to} is no account of this bank`);
  if (account.ccyCode !== ccyCode) throw new RuleError(`${to} is an account in ${account.ccyCode}`);
  const { from, reference, fromAccount, fromBic, fromCountry } = fields;
  const iban = fromAccount === undefined ? null : String(fromAccount).replaceAll(' ', '');
  const country = fromCountry === undefined ? null : String(fromCountry);
  const noAddress = { street: null, postalCode: null, town: null, region: null, lines: [] };
  const { bankReference } = desk.credit({
    account: account.number,
    virtualAccount: virtual ? to : null,
    amount,
    party: {
      name: textIn('from', from),
      address: country === null ? null : { ...noAddress, country },
      account: { iban, number: null },
      agent: {
        bic: fromBic === undefined ? null : String(fromBic),
        clearing: null,
        name: null,
        country: null,
      },
    },
    reference: null,
    remittance: reference === undefined ? null : String(reference),
  });
  return `${bankReference} ${moneyText(amount)} to ${to}`;
}

const accountIn = (ccyCode: string, state: State) =>
  [...state.accounts.values()].find(({ account }) => account.ccyCode === ccyCode)?.account;

function allocate(fields: Fields, desk: Desk, state: State): string {
  const ccyCode = textIn('currency', fields['currency']);
  const count = Number(textIn('count', fields['count']));
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    throw new RuleError('count must be 1 to 10000');
  const main =
    ccyCode === '*'
      ? [...state.accounts.values()].map(({ account }) => account).find(({ number }) => isIban(number))
      : accountIn(ccyCode, state);
  if (!main || !isIban(main.number)) throw new RuleError(`there is no account with an IBAN in ${ccyCode}`);
  const accounts = Array.from({ length: count }, (_, index) => ({
    iban: ibanBeside(main.number, state.virtualAccounts.size + index + 1),
    ccyCode,
  }));
  desk.happens({ type: 'allocated', accounts });
  return allocationName(state.allocations.length);
}

/** Of the file with the accounts. @param number from 1 */
export const allocationName = (number: number): string => `virtual-accounts-${number}.csv`;

const isIban = (number: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number);

function giveBack(fields: Fields, desk: Desk, state: State): string {
  const reference = textIn('reference', fields['reference']);
  const debit = [...state.debits.values()].find((one) => one.debit.reference === reference);
  if (debit) return giveBackDebit(debit, fields, desk, state);
  const order = orderCalled(reference, state);
  if (order.status !== 'EXECUTED') throw new RuleError(`the payment is ${order.status}`);
  const { amount: whole } = order.order;
  const given = fields['amount'];
  const amount = given === undefined ? whole : amountIn(whole.ccyCode, given);
  if (amount.minor === 0n || amount.minor > whole.minor)
    throw new RuleError(`at most ${moneyText(whole)} can come back`);
  const { code = 'AC04', text } = fields;
  const reason = { code: String(code), text: text === undefined ? null : String(text) };
  const { bankReference } = desk.giveBack(order, amount, reason);
  return `${bankReference} ${moneyText(amount)} of ${order.order.reference}`;
}

function giveBackDebit(one: DebitState, { code = 'R01', amount }: Fields, desk: Desk, state: State): string {
  const { reference, amount: whole } = one.debit;
  if (amount !== undefined) throw new RuleError('a debit comes back as a whole');
  if (!/^R\d\d$/.test(String(code))) throw new RuleError(`a debit does not come back with the code ${code}`);
  const { bankReference } = new AchDesk(desk, state).giveBack(one, String(code));
  return `${bankReference} ${moneyText(whole)} of ${reference}`;
}

function orderCalled(reference: string, state: State): OrderState {
  const found = [...state.orders.values()].find(({ order }) => order.reference === reference);
  if (!found) throw new RuleError(`there is no payment with the reference ${reference}`);
  return found;
}

function endDay(fields: Fields, desk: Desk, state: State): string {
  const day: CalendarDate = state.dayAt(desk.at);
  const given = fields['date'] ?? day;
  if (!isCalendarDate(String(given)) || String(given) !== day)
    throw new RuleError(`the day that can be ended is ${day}`);
  desk.closeUntil(day, true);
  return `${day} has ended`;
}
