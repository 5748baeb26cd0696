import {
  address,
  clientReference,
  countryCode,
  date,
  flag,
  id,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  part,
  paymentType,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { chargeType } from './beneficiary.js';

/** Records of what leaves through the bank, which only staff see (production.md §6). */

/** Who receives the money, as a form of a bank asks for it. */
export const creditor = part({
  name: textLike('Muster Maschinenbau GmbH'),
  addressLines: listOf(textLike('Hauptstrasse 1')),
  /** In its parts; null if only lines are known. */
  address: nullable(address),
  countryCode: nullable(countryCode),
  bankName: nullable(textLike('Commerzbank')),
  bankCountryCode: nullable(countryCode),
  bicSwiftCode: nullable(textLike('COBADEFFXXX')),
  iban: nullable(textLike('DE89370400440532013000')),
  accountNumber: nullable(textLike('0532013000')),
  accountType: nullable(textLike('CHECKING')),
  routing: listOf(part({ type: textLike('BLZ'), code: textLike('37040044') })),
});
export type Creditor = RecordOf<typeof creditor>;

export const submissionKinds = ['PAYMENT', 'RETURN', 'DEBIT'] as const;

/** How it is known that money of a payment has come back: the bank has said it, has booked it, or staff have recorded it. */
export const bankReturnSources = ['MESSAGE', 'BOOKING', 'STAFF'] as const;
export type BankReturnSource = (typeof bankReturnSources)[number];

const states = ['REQUESTED', 'HANDED_OVER', 'ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED'] as const;

export const bankReportStatus = oneOf('ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED');

export const bankSubmission = named('BankSubmission', {
  id: id('sub'),
  kind: oneOf(...submissionKinds),
  subjectId: text(
    'The payment, the credit of the bank that goes back to its sender, or the inbound funds that are pulled from a linked account.',
    'pmt_01KDVDNA00C4S4H25DC29Q19RT',
  ),
  client: nullable(clientReference),
  reference: text('The end-to-end reference: the bank must have it.', 'C4S4H25DC29Q19RT'),
  uetr: text('The unique end-to-end transaction reference.', '5d7ea1f0-3c86-4d0b-9c55-000000000001'),
  amount: money,
  valueDate: date,
  /** When the bank executes what it got too late for `valueDate`. */
  executionDate: nullable(date),
  paymentType,
  chargeType: nullable(chargeType),
  orderingParty: textLike('Northwind Imports Ltd'),
  creditor,
  narrative: nullable(textLike('Invoice 1042')),
  purposeCode: nullable(textLike('GDS')),
  status: oneOf(...states),
  history: listOf(
    part(
      {
        status: oneOf(...states),
        reason: nullable(textLike('Account closed.')),
        by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
        on: timestamp,
      },
      'One entry for each status reached, oldest first. `by` is null for what the rail reported.',
    ),
  ),
  bankReference: nullable(textLike('FT26325ABCD')),
  returnedAmount: nullable(money),
  returns: listOf(
    part(
      {
        amount: money,
        /** What the client gets now. */
        credited: nullable(money),
        /** More than was sent: it is on the account `suspense`. */
        excess: nullable(money),
        bankReference: nullable(textLike('FT26325ABCD')),
        reason: nullable(textLike('Account closed.')),
        source: oneOf(...bankReturnSources),
        on: timestamp,
      },
      'What came back, each as it was told. What the bank tells and later books is in the list twice, and counts once.',
    ),
  ),
  isContradicted: flag(
    'The bank has said what cannot be, such as settled and rejected, or has sent more back than it got: somebody has to ask it.',
  ),
  createdOn: timestamp,
});
export type BankSubmissionResource = RecordOf<typeof bankSubmission>;
export type BankSubmissionStatus = BankSubmissionResource['status'];
