import {
  ccyCode,
  date,
  flag,
  id,
  integer,
  listOf,
  money,
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

/** Records for the accountants of Corridor (production.md §7). */

/** `wallet` is the client's wallet in the amount's currency; the others are internal accounts, one per currency. */
export const ledgerAccounts = [
  'wallet',
  'fx_position',
  'settlement',
  'fees',
  'suspense',
  'deposits',
  'receivables',
  'write_offs',
] as const;
export const ledgerAccount = oneOf(...ledgerAccounts);
export type LedgerAccount = RecordOf<typeof ledgerAccount>;

/** With those that no other service asks for. */
export const bookKinds = [...ledgerAccounts, 'returns'] as const;
const bookKind = oneOf(...bookKinds);
export type BookKind = RecordOf<typeof bookKind>;

const bankAccount = nullable(
  text('Of `settlement`: the account at the bank; null if it is not known.', 'GB33BUKB20201555555555'),
);

/** An account of the chart. A wallet has the id of the wallet; another one is named like `fees:GBP`, or `settlement:GBP:GB33BUKB20201555555555`. */
export const bookAccount = named('BookAccount', {
  id: textLike('settlement:GBP:GB33BUKB20201555555555'),
  kind: bookKind,
  name: textLike('Client money at bank'),
  ccyCode,
  bankAccount,
  clientId: nullable(id('cli')),
  balance: named('BookBalance', {
    ccyCode,
    value: number('Above zero: Corridor owes it; below zero: Corridor has it, or is owed it.'),
  }),
});
export type BookAccountResource = RecordOf<typeof bookAccount>;

const sides = {
  debit: number('The balance, if it is below zero; else 0.'),
  credit: number('The balance, if it is above zero; else 0.'),
};

/** The balances at the end of a day. */
export const trialBalance = named('TrialBalance', {
  asOf: date,
  isBalanced: flag('Whether debits and credits are equal in each currency.'),
  currencies: listOf(
    part({
      ccyCode,
      lines: listOf(
        part({
          kind: bookKind,
          name: textLike('Client money at bank'),
          bankAccount,
          ...sides,
          postings: integer('Until then.'),
        }),
      ),
      debit: number('Sum of the debit balances.'),
      credit: number('Sum of the credit balances.'),
    }),
  ),
});
export type TrialBalanceResource = RecordOf<typeof trialBalance>;

export const bookChecks = ['ZERO', 'FOLD', 'DAYS', 'EVENTS', 'TRANSACTIONS', 'MOVEMENTS', 'MATCHES'] as const;

/** Whether the tables of the ledger follow from its events, read in full. */
export const booksProof = named('BooksProof', {
  provenOn: timestamp,
  isProven: flag('Whether no check has found anything.'),
  checks: listOf(
    part({
      name: oneOf(...bookChecks),
      claim: textLike('The postings of each transfer, and of each currency, add up to zero.'),
      isFine: flag(),
      compared: integer('How many rows the check has compared.'),
      faults: integer('How many of them are wrong.'),
      examples: listOf(text('What is wrong with one of them; at most ten.', 'transfer pmt_1: GBP 0.01')),
    }),
  ),
});
export type BooksProofResource = RecordOf<typeof booksProof>;

/** Money that staff have moved between two accounts. */
export const adjustment = named('Adjustment', {
  id: id('adj'),
  reference: textLike('ADJ-20261123-4F7KQ2'),
  clientId: nullable(id('cli')),
  walletId: nullable(id('wal')),
  amount: money,
  debit: bookKind,
  debitBankAccount: bankAccount,
  credit: bookKind,
  creditBankAccount: bankAccount,
  breakId: nullable(id('brk')),
  reason: textLike('Fee of the bank, statement of 20 November'),
  postedOn: timestamp,
  postedBy: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
  approvedBy: nullable(part({ id: id('stf'), name: textLike('Bo Lindgren') })),
});
export type AdjustmentResource = RecordOf<typeof adjustment>;
