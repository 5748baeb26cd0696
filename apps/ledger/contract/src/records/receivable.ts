import {
  clientReference,
  id,
  integer,
  money,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** What a client owes: a close-out, or returned funds, that its wallet could not pay, or costs that staff have recorded. For staff. */
export const receivable = named('Receivable', {
  id: id('rcv'),
  client: clientReference,
  conversion: nullable(part({ id: id('con'), reference: textLike('CON-20261121-4F7KQ2') })),
  inboundFunds: nullable(
    part(
      { id: id('if'), reference: textLike('IF-20261121-4F7KQ2') },
      'The credit that the bank of the sender has returned.',
    ),
  ),
  status: oneOf('OPEN', 'COLLECTED', 'WRITTEN_OFF'),
  reason: nullable(textLike('Close-out of the conversion of GBP 100.00 to EUR 115.20')),
  amount: money,
  /** What has not been collected. Of one that was written off, what was. */
  outstanding: money,
  collections: integer('How often a part of it was collected.'),
  openedOn: timestamp,
  updatedOn: timestamp,
  endedOn: nullable(timestamp),
  writtenOffBy: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
  writeOffReason: nullable(textLike('The client is insolvent')),
});
export type ReceivableResource = RecordOf<typeof receivable>;
