import {
  flag,
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
import { schemas } from '@corridor/webhook-dispatcher-contract';
import { Type } from 'typebox';

const { webhookDelivery } = schemas;

const staffMember = part({ id: id('stf'), name: textLike('Leo Fischer') });

const actor = named(
  'TimelineActor',
  {
    type: oneOf('USER', 'STAFF'),
    id: id('cu', 'stf'),
    name: textLike('Grace Hopper'),
    withApiKey: nullable(id('ak', 'sk')),
    approvedBy: nullable(staffMember),
  },
  'Who acted. `approvedBy`: the second person, of a command that needed one.',
);
export type TimelineActor = RecordOf<typeof actor>;

const posting = named(
  'TimelinePosting',
  {
    account: textLike('wallet'),
    amount: money,
    balance: nullable(money),
  },
  'An entry of the ledger. A positive amount is a credit to the account; `balance` is that of a wallet after it.',
);
export type TimelinePosting = RecordOf<typeof posting>;

const bankMessage = named(
  'TimelineBankMessage',
  {
    format: nullable(textLike('MT103')),
    reference: nullable(
      text('The UETR, or the reference of a submission.', '5d7ea1f0-3c86-4d0b-9c55-000000000001'),
    ),
    status: textLike('SUCCESS'),
  },
  'What a bank was asked, or has reported. Staff find the submission in the list of submissions.',
);

/** One event of a timeline. */
export const timelineEvent = named('TimelineEvent', {
  id: text('Unique within its service.', 'pi_01K00000000000000000000001/1'),
  service: textLike('payments'),
  type: textLike('payment_instruction.pending'),
  occurredOn: timestamp,
  summary: text('What happened.', 'The payment instruction was created.'),
  actor: Type.Union([actor, Type.Null()], {
    description: 'Null if Corridor acted on its own. Clients do not see which member of staff acted.',
  }),
  requestId: text('The same in all events that one request has caused.', 'req_01K'),
  traceId: textLike('0af7651916cd43dd8448eb211c80319c'),
  causedBy: nullable(
    text('The event that led to it, if it is in the timeline.', 'pi_01K00000000000000000000001/1'),
  ),
  recordIds: listOf(textLike('pi_01K00000000000000000000001')),
  amounts: listOf(money),
  postings: listOf(posting),
  bankMessage: nullable(bankMessage),
});
export type TimelineEventResource = RecordOf<typeof timelineEvent>;

/** What happened to a record, or because of a request, across all services (production.md §8). */
export const timeline = named('Timeline', {
  id: textLike('pi_01K00000000000000000000001'),
  whereTheMoneyIs: nullable(
    text(
      'Where the money is and what happens next; null if the timeline is not about the money of one payment, conversion or receipt.',
      'No money has moved: GBP 85.06 is to be taken from the GBP wallet; next, the payment instruction is checked.',
    ),
  ),
  events: listOf(timelineEvent),
  isComplete: flag('False if there are more events than a timeline shows: then these are the last 500.'),
  notifications: Type.Union([listOf(webhookDelivery), Type.Null()], {
    description:
      'The webhook notifications about the records of the timeline, oldest first, with their attempts. Null if the caller may not read them, or if they cannot be read at the moment.',
  }),
});
export type TimelineResource = RecordOf<typeof timeline>;
