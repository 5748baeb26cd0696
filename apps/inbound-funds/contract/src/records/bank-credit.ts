import {
  clientReference,
  date,
  id,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { inboundFunds } from './inbound-funds.js';

const states = ['UNMATCHED', 'MATCHED', 'RETURNING', 'RETURNED'] as const;

/** A credit on an account of the operator, as the bank's statement shows it. Only staff see it (production.md §6). */
export const bankCredit = named('BankCredit', {
  id: id('bc'),
  bankReference: text('Of the bank, unique with the account: a credit is booked once.', 'FT26325ABCD'),
  accountNumber: text('The credited account: an IBAN or a local number.', 'GB29NWBK60161331926819'),
  bankAccount: nullable(
    text(
      'The account of the operator at which it is booked, as the bank has reported it: one of `RAIL_ACCOUNTS`. Null if nobody knows it.',
      'GB33BUKB20201555555555',
    ),
  ),
  amount: money,
  valueDate: date,
  reference: nullable(text('What the sender has written.', 'Invoice 1042')),
  sender: inboundFunds.properties.sender,
  status: oneOf(...states),
  matchedBy: nullable(oneOf('ACCOUNT', 'REFERENCE', 'STAFF')),
  client: nullable(clientReference),
  walletId: nullable(id('wal')),
  inboundFundsId: nullable(id('if')),
  returnSubmissionId: nullable(id('sub')),
  history: listOf(
    part(
      {
        status: oneOf(...states),
        reason: nullable(textLike('The sender has asked for it.')),
        by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
        on: timestamp,
      },
      'One entry for each status reached, oldest first.',
    ),
  ),
  createdOn: timestamp,
});
export type BankCreditResource = RecordOf<typeof bankCredit>;
