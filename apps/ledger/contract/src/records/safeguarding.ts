import {
  ccyCode,
  date,
  flag,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
} from '@corridor/contracts';

const owed = ['wallet', 'deposits', 'suspense', 'returns'] as const;
const own = ['fx_position', 'receivables', 'fees', 'write_offs'] as const;

/** The money of clients that is owed, against what the banks hold for them, at the end of a day. */
export const safeguarding = named('Safeguarding', {
  asOf: date,
  isCovered: flag('Whether in each currency at least as much is held as is owed.'),
  currencies: listOf(
    part({
      ccyCode,
      owed: number('Of clients, and of senders whose money is in no wallet.'),
      held: number('At the banks, by the books.'),
      difference: number('What is held, less what is owed: below zero, money is missing.'),
      owedIn: listOf(
        part({
          kind: oneOf(...owed),
          name: textLike('Client wallets'),
          amount: number('Below zero, if more was taken out than came in.'),
        }),
      ),
      heldAt: listOf(
        part({
          bankAccount: nullable(text('Null if no account is known.', 'GB33BUKB20201555555555')),
          amount: number('Below zero, if more has left than came in.'),
          byStatement: nullable(
            part({ day: date, amount: number('The booked balance in the newest statement until then.') }),
          ),
        }),
      ),
      reasons: listOf(
        part(
          {
            kind: oneOf(...own),
            name: textLike('Fees'),
            amount: number('Above zero, more is held because of it; below zero, less.'),
            meaning: textLike(
              'Fees that clients have paid, and that are still in the accounts of their money.',
            ),
          },
          'They come to the difference.',
        ),
      ),
    }),
  ),
});
export type SafeguardingResource = RecordOf<typeof safeguarding>;
