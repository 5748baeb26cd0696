import {
  ccyCode,
  date,
  id,
  integer,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** What banks say about the accounts with the money of clients, and where the books say something else (production.md §7). */

const bankAccount = text('The account at the bank.', 'GB33BUKB20201555555555');
const statementId = textLike('STMT-20261123');

/** A statement, next to the books of its day. */
export const bankStatement = named('BankStatement', {
  id: id('bst'),
  statementId,
  bankAccount,
  ccyCode,
  day: date,
  status: oneOf('ARRIVING', 'MATCHING', 'RECONCILED', 'UNRECONCILED', 'SUPERSEDED'),
  opening: nullable(number('Booked, by the bank. Null if the bank does not tell it.')),
  closing: number('Booked, by the bank, at the end of the day.'),
  ledger: number('The balance of the account at the end of the day (UTC), by the books.'),
  difference: number('`closing` less `ledger`.'),
  lines: integer('How many bookings it has.'),
  matched: integer('How many of them are in the books.'),
  open: integer('How many are not.'),
  explained: integer('How many are not, and staff have said why.'),
  receivedOn: timestamp,
});
export type BankStatementResource = RecordOf<typeof bankStatement>;

export const breakKinds = [
  'LINE_WITHOUT_MOVEMENT',
  'MOVEMENT_WITHOUT_LINE',
  'AMOUNT_DIFFERS',
  'OPENING_DIFFERS',
  'BALANCE_DIFFERS',
] as const;

const staff = part({ id: id('stf'), name: textLike('Ines Almeida') });

/** Where a bank and the books disagree. It is gone when they agree. */
export const bankBreak = named('BankBreak', {
  id: id('brk'),
  kind: oneOf(...breakKinds),
  status: oneOf('OPEN', 'EXPLAINED'),
  bankAccount,
  ccyCode,
  day: date,
  ageDays: integer('Since that day; of an explained one, until then.'),
  stated: nullable(number('What the bank says; below zero for a debit.')),
  booked: nullable(number('What the books say, or what follows from the statement before.')),
  difference: number('What the bank has more than the books.'),
  statement: nullable(part({ id: id('bst'), statementId })),
  reference: nullable(text('The end-to-end reference.', 'VDNA00C4S4H25DC2')),
  bankReference: nullable(textLike('FT26327ABCD')),
  text: nullable(text('What the bank has written.', 'Globex Ltd: Invoice 7')),
  recordId: nullable(
    text('The payment, credit or adjustment in the books.', 'pmt_01KDVDNA00C4S4H25DC29Q19RT'),
  ),
  explanation: nullable(
    part({
      reason: textLike('Charged by mistake, the bank corrects it tomorrow'),
      by: nullable(staff),
      approvedBy: nullable(staff),
      on: timestamp,
    }),
  ),
});
export type BankBreakResource = RecordOf<typeof bankBreak>;

/** How much is open. */
export const breakLevels = named('BreakLevels', {
  open: integer('How many breaks are open.'),
  oldest: nullable(date),
  accounts: listOf(
    part({
      bankAccount,
      ccyCode,
      open: integer('How many of its breaks are open.'),
      newestStatement: nullable(date),
    }),
  ),
});
export type BreakLevelsResource = RecordOf<typeof breakLevels>;
