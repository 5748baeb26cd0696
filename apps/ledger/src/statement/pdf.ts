import { setImmediate } from 'node:timers/promises';
import { type Money, type Timestamp, decimalText, fromResource, negate } from '@corridor/kernel';
import type { StatementResource, TransactionResource } from '@corridor/ledger-contract';
import { Document, GREY, type Style } from './document.js';

const [INK, RULE, BAND] = ['#111827', '#d1d5db', '#f3f4f6'];
const [DATE, TEXT, DEBIT, CREDIT, BALANCE] = [52, 112, 389, 466, 543];
const TEXT_WIDTH = 195;
const small: Style = { size: 7, colour: GREY };
const body: Style = { size: 8, colour: INK };
const amounts: Style = { ...body, align: 'right' };
const LINE = 11;

/** The statement for people, page by page: what comes to the closing balance is on the first one. */
export async function* pdfOf(statement: StatementResource, now: Timestamp): AsyncGenerator<Uint8Array> {
  const { wallet, from, to, transactions } = statement;
  const title = `Statement ${wallet.ccyCode} ${from} – ${to}`;
  const footer = (page: number) => `${title}  ·  ${wallet.id}  ·  page ${page}`;
  const document = new Document({ title, on: new Date(now) }, footer, () => head(document));
  begin(document, statement, now);
  head(document);
  row(document, { day: from, texts: ['Opening balance'], balance: statement.openingBalance });
  for (const one of transactions) {
    row(document, rowOf(one));
    const done = document.read();
    if (!done) continue;
    yield done;
    // A long statement is drawn between other requests.
    await setImmediate();
  }
  row(document, { day: to, texts: ['Closing balance'], balance: statement.closingBalance });
  document.require(2 * LINE);
  document.text('End of the statement. All days are those of UTC.', DATE, document.y + 4, small);
  document.end();
  for (let done = document.read(); done; done = document.read()) yield done;
}

function begin(document: Document, statement: StatementResource, now: Timestamp): void {
  const { client, wallet, from, to, openingBalance, credits, debits, closingBalance, count } = statement;
  const { left, right } = document;
  document.text('Statement', left, 46, { size: 20, colour: INK });
  document.text(wallet.ccyCode, right, 46, { size: 20, colour: INK, align: 'right' });
  document.y = 82;
  for (const line of document.lines(client.name, right - left, 11)) {
    document.text(line, left, document.y, { size: 11, colour: INK });
    document.y += 15;
  }
  for (const line of [
    `Client ${client.id}  ·  wallet ${wallet.id}`,
    `${from} to ${to}, both included  ·  made on ${now.slice(0, 19).replace('T', ' ')}`,
  ]) {
    document.text(line, left, document.y + 2, { size: 8, colour: GREY });
    document.y += 12;
  }
  document.y += 12;
  document.band(document.y, 40, BAND);
  const figures: [string, string][] = [
    ['Opening balance', figure(openingBalance)],
    ['Credits', figure(credits)],
    ['Debits', figure(debits)],
    ['Closing balance', figure(closingBalance)],
    ['Transactions', String(count)],
  ];
  for (const [i, [name, value]] of figures.entries()) {
    const x = left + 10 + i * 103;
    document.text(name, x, document.y + 8, small);
    document.text(value, x, document.y + 20, { size: 10, colour: INK });
  }
  document.y += 60;
}

function head(document: Document): void {
  const y = document.y;
  for (const [name, x] of [
    ['Date', DATE],
    ['Description', TEXT],
  ] as const)
    document.text(name, x, y, small);
  for (const [name, x] of [
    ['Debit', DEBIT],
    ['Credit', CREDIT],
    ['Balance', BALANCE],
  ] as const)
    document.text(name, x, y, { ...small, align: 'right' });
  document.rule(y + 12, GREY);
  document.y = y + 17;
}

interface Row {
  readonly day: string;
  /** The first one is in black. */
  readonly texts: readonly string[];
  readonly moved?: Money;
  readonly balance: TransactionResource['balance'];
}

function rowOf({
  id,
  sortDate,
  triggeredByAction,
  relatedEntity,
  reason,
  signedAmount,
  balance,
}: TransactionResource): Row {
  const source = `${triggeredByAction.replaceAll('_', ' ')} ${relatedEntity.reference} ${id}`;
  return {
    day: sortDate.slice(0, 10),
    texts: [relatedEntity.details.description, reason ?? '', source],
    moved: fromResource(signedAmount),
    balance,
  };
}

/** On one page, if it fits on one. */
function row(document: Document, { day, texts, moved, balance }: Row): void {
  const lines = texts.flatMap((text, i) => {
    const style = i === 0 ? body : small;
    return document.lines(text, TEXT_WIDTH, style.size).map((line) => ({ line, style }));
  });
  document.require(Math.min(lines.length, 40) * LINE + 6);
  document.text(day, DATE, document.y, body);
  if (moved) {
    const isDebit = moved.minor < 0n;
    document.text(shown(isDebit ? negate(moved) : moved), isDebit ? DEBIT : CREDIT, document.y, amounts);
  }
  document.text(figure(balance), BALANCE, document.y, amounts);
  for (const { line, style } of lines) {
    document.require(LINE);
    document.text(line, TEXT, document.y, style);
    document.y += LINE;
  }
  document.rule(document.y + 1, RULE);
  document.y += 6;
}

const figure = (amount: TransactionResource['balance']): string => shown(fromResource(amount));

/** 1,234,567.89 */
const shown = (amount: Money): string => decimalText(amount).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
